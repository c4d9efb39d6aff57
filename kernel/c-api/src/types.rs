//! Plain values: vectors, positions, places, ids.

use bytemuck::{Pod, Zeroable};
use sweep8::glam::{DVec3, Quat, Vec3};
use sweep8::{CharacterId, InstanceId, Placement, Position, Surface};

/// Three `float`: a displacement, a velocity, a direction or a point. World space is right-handed; lengths are
/// metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_vec3 {
    /// The x component of the vector.
    pub x: f32,
    /// The y component of the vector.
    pub y: f32,
    /// The z component of the vector.
    pub z: f32,
}

/// Three `double`: a position in world space, metres, each -16777216 to 16777216. Answers far from the origin are as
/// accurate as near it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_dvec3 {
    /// The x component of the vector, in double precision.
    pub x: f64,
    /// The y component of the vector, in double precision.
    pub y: f64,
    /// The z component of the vector, in double precision.
    pub z: f64,
}

/// A rotation as a quaternion of unit length; (0, 0, 0, 1) does not rotate.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_quat {
    /// The x component of the rotation axis, times the sine of half the angle.
    pub x: f32,
    /// The y component of the rotation axis, times the sine of half the angle.
    pub y: f32,
    /// The z component of the rotation axis, times the sine of half the angle.
    pub z: f32,
    /// The cosine of half the rotation angle.
    pub w: f32,
}

/// A position as the sum of two parts, world space, metres: more exact than `float` far from the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_position {
    /// The position, rounded to `float`.
    pub high: s8_vec3,
    /// The remainder of the position after it was rounded to `high`.
    pub low: s8_vec3,
}

/// Position, rotation and scale of an instance: a point `v` of its mesh is at `translation + rotation * (scale * v)`.
/// `s8_placement_at` makes one.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable)]
#[repr(C)]
pub struct s8_placement {
    /// The position of the mesh's origin, world space, metres.
    pub translation: s8_dvec3,
    /// The rotation from mesh space to world space, a unit quaternion.
    pub rotation: s8_quat,
    /// The scale along each axis of the mesh, applied before the rotation, 0.001 to 1000; a negative one mirrors.
    pub scale: s8_vec3,
}

/// The id of an instance in the world that it was added to. No other instance ever has the same id.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct s8_instance_id {
    /// A small number, unique among the instances of the world at any time.
    pub index: u32,
    /// The number of earlier instances with this index in the world.
    pub generation: u16,
    /// A number that tells the ids of different worlds apart.
    pub tag: u16,
}

/// The id of a character in the crowd that it was spawned in. No other character ever has the same id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_character_id {
    /// A small number, unique among the characters of the crowd at any time.
    pub index: u32,
    /// The number of earlier characters with this index in the crowd.
    pub generation: u16,
    /// A number that tells the ids of different crowds apart.
    pub tag: u16,
}

/// The triangle of an instance that a character stands on, as `s8_state` stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_surface {
    /// Index and generation of the instance's id. Without a triangle: of the instance that crushed the character, if its status is
    /// that of a crushed one.
    pub instance: [u32; 2],
    /// Index of the triangle in its mesh; `UINT32_MAX` if the character stands on none.
    pub triangle: u32,
}

/// An ellipsoid or a capsule for queries, slides and bodies. `s8_ellipsoid` makes an unrotated ellipsoid, which costs the least, and
/// `s8_capsule` an upright capsule.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_shape {
    /// The radii along the ellipsoid's own axes, metres, 0.0001 to 100000.
    pub radii: s8_vec3,
    /// The rotation from the shape's axes to world space, a unit quaternion.
    pub orientation: s8_quat,
    /// Half the length of the spine along which the ellipsoid is swept, metres: 0 for an ellipsoid, or 0.0001 to 100000. With three equal
    /// radii it is a capsule.
    pub spine: f32,
    /// The shape's own axis along which the spine lies: 0 for y, 1 for z, 2 for x.
    pub spine_axis: u32,
}

const _: () = assert!(size_of::<s8_surface>() == size_of::<Surface>() && size_of::<s8_placement>() == 56);

/// The smallest radius of an ellipsoid, and half length of a spine that is not 0, metres.
pub const S8_MIN_RADIUS: f32 = 0.0001;
/// The largest allowed radius of an ellipsoid, and half length of a spine, metres.
pub const S8_MAX_RADIUS: f32 = 100_000.0;
/// The mask of all 32 layers.
pub const S8_ALL_LAYERS: u32 = 0xFFFF_FFFF;

const _: () = assert!(S8_MIN_RADIUS == sweep8::limits::MIN_RADIUS && S8_MAX_RADIUS == sweep8::limits::MAX_RADIUS);
const _: () = assert!(S8_ALL_LAYERS == sweep8::Filter::ALL_LAYERS);

/// Makes a placement without rotation and scale, with the origin of the mesh at (x, y, z), world space, metres.
#[unsafe(no_mangle)]
pub extern "C" fn s8_placement_at(x: f64, y: f64, z: f64) -> s8_placement {
    Placement::at(DVec3::new(x, y, z)).into()
}

/// Makes an unrotated ellipsoid from its radii along x, y and z, metres.
#[unsafe(no_mangle)]
pub extern "C" fn s8_ellipsoid(x: f32, y: f32, z: f32) -> s8_shape {
    s8_shape { radii: s8_vec3 { x, y, z }, orientation: Quat::IDENTITY.into(), spine: 0.0, spine_axis: 0 }
}

/// Makes an unrotated capsule, upright along y, from its radius and half the length of its spine, metres: it is
/// `2 * (half_height + radius)` high.
#[unsafe(no_mangle)]
pub extern "C" fn s8_capsule(radius: f32, half_height: f32) -> s8_shape {
    s8_shape { spine: half_height, ..s8_ellipsoid(radius, radius, radius) }
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
    /// Compares ids as the kernel does: by index and generation, so that hits in equal worlds are equal.
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
