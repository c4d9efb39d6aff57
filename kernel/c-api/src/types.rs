//! Plain values: vectors, positions, places, ids.

use bytemuck::{Pod, Zeroable};
use sweep8::glam::{DVec3, Quat, Vec3};
use sweep8::{CharacterId, InstanceId, Placement, Position, Surface};

/// Three `float`: a displacement, velocity or direction. World space is right-handed; lengths are metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_vec3 {
    /// Along x.
    pub x: f32,
    /// Along y: up, unless gravity says otherwise.
    pub y: f32,
    /// Along z.
    pub z: f32,
}

/// Three `double`: a place in the world, metres, each -16777216 to 16777216. Answers 10,000 km from the origin are as
/// good as at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_dvec3 {
    /// Along x.
    pub x: f64,
    /// Along y.
    pub y: f64,
    /// Along z.
    pub z: f64,
}

/// A rotation as a quaternion of unit length; (0, 0, 0, 1) is none.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_quat {
    /// The axis times the sine of half the angle, along x.
    pub x: f32,
    /// Along y.
    pub y: f32,
    /// Along z.
    pub z: f32,
    /// The cosine of half the angle.
    pub w: f32,
}

/// A place in two parts: what a `float` holds, and what its rounding left. The place is their sum, metres, world space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_position {
    /// The place, rounded to `float`.
    pub high: s8_vec3,
    /// The rest that the rounding left.
    pub low: s8_vec3,
}

/// Where an instance lies: a point `v` of its mesh is at `translation + rotation * (scale * v)`. `s8_placement_at`
/// makes one.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable)]
#[repr(C)]
pub struct s8_placement {
    /// Where the origin of the mesh lies, world space, metres.
    pub translation: s8_dvec3,
    /// How the mesh is turned, unit length.
    pub rotation: s8_quat,
    /// The scale along each axis of the mesh before it is turned, 0.001 to 1000; negative mirrors.
    pub scale: s8_vec3,
}

/// Names one instance in the world that gave it; after its removal none, for ever.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct s8_instance_id {
    /// Small, and unique among the instances that are in the world at a time.
    pub index: u32,
    /// How many instances had the index before.
    pub generation: u16,
    /// Tells worlds apart.
    pub tag: u16,
}

/// Names one character in the crowd that gave it; after its removal nobody, for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_character_id {
    /// Small, and unique among the characters that are in the crowd at a time.
    pub index: u32,
    /// How many characters had the index before.
    pub generation: u16,
    /// Tells crowds apart.
    pub tag: u16,
}

/// A triangle of an instance, as a state keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_surface {
    /// Index and generation of the instance. Without a triangle: of the instance that crushed the character, where its status
    /// says that one did.
    pub instance: [u32; 2],
    /// Index of the triangle in its mesh; `UINT32_MAX` for none.
    pub triangle: u32,
}

/// An ellipsoid that is asked about. `s8_ellipsoid` makes one along the axes of the world, which costs the least.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_shape {
    /// The radii along its own axes, metres, 0.0001 to 100000.
    pub radii: s8_vec3,
    /// How it is turned, from its axes to those of the world, unit length.
    pub orientation: s8_quat,
}

const _: () = assert!(size_of::<s8_surface>() == size_of::<Surface>() && size_of::<s8_placement>() == 56);

/// The smallest radius of a body, metres.
pub const S8_MIN_RADIUS: f32 = 0.0001;
/// The largest radius of a body, metres.
pub const S8_MAX_RADIUS: f32 = 100_000.0;
/// Every layer.
pub const S8_ALL_LAYERS: u32 = 0xFFFF_FFFF;

const _: () = assert!(S8_MIN_RADIUS == sweep8::limits::MIN_RADIUS && S8_MAX_RADIUS == sweep8::limits::MAX_RADIUS);
const _: () = assert!(S8_ALL_LAYERS == sweep8::Filter::ALL_LAYERS);

/// A placement that is neither turned nor scaled, with the mesh's origin at a place of the world, metres.
#[unsafe(no_mangle)]
pub extern "C" fn s8_placement_at(x: f64, y: f64, z: f64) -> s8_placement {
    Placement::at(DVec3::new(x, y, z)).into()
}

/// An ellipsoid along the axes of the world, with radii in metres.
#[unsafe(no_mangle)]
pub extern "C" fn s8_ellipsoid(x: f32, y: f32, z: f32) -> s8_shape {
    s8_shape { radii: s8_vec3 { x, y, z }, orientation: Quat::IDENTITY.into() }
}

impl From<s8_vec3> for Vec3 {
    fn from(s8_vec3 { x, y, z }: s8_vec3) -> Self {
        Self::new(x, y, z)
    }
}

impl From<Vec3> for s8_vec3 {
    fn from(v: Vec3) -> Self {
        Self { x: v.x, y: v.y, z: v.z }
    }
}

impl From<s8_dvec3> for DVec3 {
    fn from(s8_dvec3 { x, y, z }: s8_dvec3) -> Self {
        Self::new(x, y, z)
    }
}

impl From<DVec3> for s8_dvec3 {
    fn from(v: DVec3) -> Self {
        Self { x: v.x, y: v.y, z: v.z }
    }
}

impl From<s8_dvec3> for Position {
    fn from(place: s8_dvec3) -> Self {
        Self::from(DVec3::from(place))
    }
}

impl From<Position> for s8_dvec3 {
    fn from(position: Position) -> Self {
        position.to_dvec3().into()
    }
}

impl From<Position> for s8_position {
    fn from(Position { high, low }: Position) -> Self {
        Self { high: high.into(), low: low.into() }
    }
}

impl From<s8_quat> for Quat {
    fn from(s8_quat { x, y, z, w }: s8_quat) -> Self {
        Self::from_xyzw(x, y, z, w)
    }
}

impl From<Quat> for s8_quat {
    fn from(q: Quat) -> Self {
        Self { x: q.x, y: q.y, z: q.z, w: q.w }
    }
}

impl From<s8_placement> for Placement {
    fn from(s8_placement { translation, rotation, scale }: s8_placement) -> Self {
        Self { translation: translation.into(), rotation: rotation.into(), scale: scale.into() }
    }
}

impl From<Placement> for s8_placement {
    fn from(Placement { translation, rotation, scale }: Placement) -> Self {
        Self { translation: translation.into(), rotation: rotation.into(), scale: scale.into() }
    }
}

impl From<s8_instance_id> for InstanceId {
    fn from(id: s8_instance_id) -> Self {
        bytemuck::cast(id)
    }
}

impl From<InstanceId> for s8_instance_id {
    fn from(id: InstanceId) -> Self {
        bytemuck::cast(id)
    }
}

impl PartialEq for s8_instance_id {
    /// As those of the kernel: by index and generation, so that hits in equal worlds are equal.
    fn eq(&self, other: &Self) -> bool {
        InstanceId::from(*self) == InstanceId::from(*other)
    }
}

impl Eq for s8_instance_id {}

impl From<s8_character_id> for CharacterId {
    fn from(id: s8_character_id) -> Self {
        bytemuck::cast(id)
    }
}

impl From<CharacterId> for s8_character_id {
    fn from(id: CharacterId) -> Self {
        bytemuck::cast(id)
    }
}
