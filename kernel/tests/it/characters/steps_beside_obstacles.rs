//! Steps beside something that is too high, in scenes that random walks have found: the way over the step turns along what is beside it.
//! A search that goes no farther than to what was too high for it before stops there.

use crate::testkit::worlds::world_of;
use glam::Vec3;
use sweep8::{CharacterProfile, CharacterSettings, CharacterState, Ellipsoid, MoveInput};

/// A walk that begins on a floor, straight on for 120 steps.
struct Walk {
    radii: [f32; 3],
    step_height: f32,
    slope_degrees: f32,
    hz: f32,
    velocity: [f32; 3],
    /// Centre of the body at the start, metres.
    from: [f32; 3],
    triangles: &'static [[[f32; 3]; 3]],
}

/// What became of a walk.
struct Walked {
    /// Level way along the desired direction, metres.
    gained: f32,
    /// Steps without ground.
    in_air: usize,
}

const PERSON: [f32; 3] = [0.4, 0.9, 0.4];

impl Walk {
    fn go(&self) -> Walked {
        let triangles: Vec<[Vec3; 3]> = self.triangles.iter().map(|corners| corners.map(Vec3::from)).collect();
        let world = world_of(&triangles);
        let settings = CharacterSettings {
            shape: Ellipsoid::new(self.radii.into()).unwrap().into(),
            step_height: self.step_height,
            max_slope_angle: self.slope_degrees.to_radians(),
            snap_distance: 0.4,
            ..CharacterSettings::default()
        };
        let profile = CharacterProfile::new(&settings).unwrap();
        let mut state = CharacterState::new(Vec3::from(self.from));
        let mut step = |velocity: Vec3| {
            let input = MoveInput { desired_velocity: velocity, ..MoveInput::EARTH };
            world.move_character(&profile, &mut state, &input, 1.0 / self.hz).unwrap();
            (state.position.to_vec3(), state.ground().is_grounded())
        };
        let (from, is_grounded) = step(Vec3::ZERO);
        assert!(is_grounded, "it stands at the start");
        let velocity = Vec3::from(self.velocity);
        let steps: Vec<(Vec3, bool)> = (0..120).map(|_| step(velocity)).collect();
        let last = steps[steps.len() - 1].0;
        Walked {
            gained: (last - from).dot(velocity.normalize()),
            in_air: steps.iter().filter(|(_, is_grounded)| !is_grounded).count(),
        }
    }
}

#[test]
fn corners_of_debris_that_are_no_higher_than_a_step_stop_nobody() {
    let corner_of_11_cm = Walk {
        radii: PERSON,
        step_height: 0.4,
        slope_degrees: 48.645_863,
        hz: 144.0,
        velocity: [4.480_157, 0.0, -0.682_752_9],
        from: [-0.452_911_2, 0.722_754_66, 5.999_567_5],
        triangles: &[
            [
                [-7.834_420_7, -0.187_245_37, 1.045_024_4],
                [-6.026_554_6, -0.187_245_37, 12.908_06],
                [8.802_239, -0.187_245_37, 10.648_228],
            ],
            [
                [-0.096_382_74, -0.200_548_62, 6.450_606],
                [0.626_229_3, 0.150_027_04, 5.787_967],
                [-0.129_163_09, 0.305_934_9, 5.797_025_7],
            ],
            [
                [0.862_386_8, -0.132_357_3, 6.297_018],
                [-0.039_178_014, -0.579_960_3, 6.623_437],
                [-0.276_462_9, -0.077_291_58, 6.084_297_7],
            ],
        ],
    };
    let two_triangles_that_lean = Walk {
        radii: PERSON,
        step_height: 0.419_893_65,
        slope_degrees: 50.0,
        hz: 60.0,
        velocity: [-0.662_162_84, 0.0, -2.540_944],
        from: [-0.548_871_34, 0.909_999_9, -1.687_847_5],
        triangles: &[
            [[-8.466_153, 0.0, 0.569_424_6], [10.440_335, 0.0, -2.828_319_5], [1.404_757_5, 0.0, -10.725_048]],
            [
                [-0.888_672_3, -0.051_707_745, -1.882_832_9],
                [-0.650_420_3, 0.267_490_7, -2.337_744_5],
                [-0.714_440_6, 0.205_429_55, -1.893_798_1],
            ],
            [
                [-0.693_968_6, 0.255_656_66, -2.416_610_2],
                [-0.517_293, 0.433_345_62, -2.035_960_4],
                [-0.308_503_27, -0.058_144_927, -2.098_201_5],
            ],
        ],
    };
    let boxes_at_30_hz = Walk {
        radii: [0.429_791_03, 0.719_622_25, 0.429_791_03],
        step_height: 0.419_063_24,
        slope_degrees: 45.140_44,
        hz: 30.0,
        velocity: [-5.241_506_6, 0.0, 1.339_306_4],
        from: [21.351_51, 2.384_112_6, -14.883_818],
        triangles: &[
            [
                [29.558_762, 1.654_490_5, -10.749_223],
                [26.587_978, 1.654_490_5, -22.375_677],
                [12.054_911, 1.654_490_5, -18.662_197],
            ],
            [
                [21.166_948, 1.287_437_4, -14.647_697],
                [21.331_02, 1.842_524_5, -14.510_897],
                [20.652_857, 2.127_961, -14.855_738],
            ],
            [
                [21.087_795, 1.684_464_6, -14.496_014],
                [20.799_871, 2.218_173, -14.576_372],
                [20.932_144, 2.123_338_7, -14.788_825],
            ],
        ],
    };
    for (walk, least) in [(corner_of_11_cm, 3.4), (two_triangles_that_lean, 5.0), (boxes_at_30_hz, 21.0)] {
        let Walked { gained, .. } = walk.go();
        assert!(gained > least, "at {:?}: {gained} m, not {least}", walk.from);
    }
}

#[test]
fn a_block_as_high_as_a_step_beside_a_higher_one_is_climbed_without_a_stop() {
    let walk = Walk {
        radii: PERSON,
        step_height: 0.4,
        slope_degrees: 53.203_804,
        hz: 120.0,
        velocity: [4.893_197, 0.0, -1.685_866_6],
        from: [-7.666_226_4, 8.674_906, 32.061_638],
        triangles: &[
            [
                [33.073_353, 7.764_895_4, -96.867_78],
                [-40.126_575, 7.764_910_7, 86.332_05],
                [33.073_353, 7.764_910_7, 86.332_05],
            ],
            [
                [-2.926_611_4, 8.164_908, 32.332_096],
                [-7.326_607, 8.564_906, 32.332_096],
                [-2.926_611_4, 8.564_906, 32.332_096],
            ],
            [
                [-2.926_611_4, 8.164_908, 31.132_1],
                [-7.326_607, 8.164_908, 31.132_1],
                [-7.326_607, 8.164_908, 37.132_09],
            ],
        ],
    };
    // 120 steps at 120 Hz: as far as it goes in a second.
    let Walked { gained, in_air } = walk.go();
    assert!(gained > 5.17 && in_air == 0, "{gained} m, {in_air} steps in the air");
}

#[test]
fn from_a_ramp_onto_a_floor_beside_a_step_the_ground_is_kept() {
    let walk = Walk {
        radii: PERSON,
        step_height: 0.371_580_1,
        slope_degrees: 50.0,
        hz: 144.0,
        velocity: [3.223_466_9, 0.0, -1.816_878_8],
        from: [-9.795_938, -1.444_305_3, -6.461_3],
        triangles: &[
            [
                [-9.938_422, -2.393_443_6, -6.297_446_3],
                [-9.449_015, -2.101_028_4, -4.850_671],
                [-9.449_015, -2.101_028_4, -6.297_446_3],
            ],
            [
                [-9.449_015, -1.766_606_5, -6.297_446_3],
                [-9.258_364, -1.747_391_2, -4.850_671],
                [-9.258_364, -1.747_391_2, -6.297_446_3],
            ],
            [
                [-16.485_466, -2.394_443_5, -11.574_059],
                [-1.485_466, -2.394_443_5, 0.425_941_47],
                [-1.485_466, -2.394_443_5, -11.574_059],
            ],
        ],
    };
    let Walked { gained, in_air } = walk.go();
    assert!(gained > 3.0 && in_air == 0, "{gained} m, {in_air} steps in the air");
}
