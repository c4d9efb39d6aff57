//! Settings as text, with the feature `serde`: what is written comes back, a field that is missing has its default, and a name or
//! a value that is wrong is refused by name.
#![cfg(feature = "serde")]

use glam::Vec3;
use serde_json::{from_str, to_string};
use sweep8::{
    Axis, Capsule, CharacterProfile, CharacterSettings, CrowdSettings, EachOther, Ellipsoid, Field, MoveMode, Sides,
    SlideSettings, SlopeSpeed,
};

fn refused(text: &str) -> String {
    from_str::<CharacterSettings>(text).expect_err("it is wrong").to_string()
}

#[test]
fn settings_come_back_from_text_with_every_bit() {
    let shape = Ellipsoid::new(Vec3::new(0.3, 0.1 + 0.2, 1.0 / 3.0)).expect("radii in range");
    let settings = CharacterSettings {
        shape: shape.into(),
        skin: 0.02,
        max_iterations: 3,
        sides: Sides::Front,
        layers: 5,
        max_slope_angle: 0.7,
        mode: MoveMode::Slide,
        step_height: 0.3,
        snap_distance: 0.2,
        slope_speed: SlopeSpeed::Along,
        max_fall_speed: 20.5,
        drag: 0.125,
        air_control: 0.25,
        ground_damping: 1.0 / 7.0,
        keeps_ground_velocity: false,
        keeps_ground_frame: true,
        keeps_push_velocity: true,
        each_other: EachOther::Soft,
        mass: 12.5,
    };
    let text = to_string(&settings).expect("plain numbers");
    assert_eq!(from_str::<CharacterSettings>(&text).expect("its own text"), settings);

    let slide = SlideSettings { skin: 0.03, max_iterations: 5, sides: Sides::Front, layers: 6 };
    let text = to_string(&slide).expect("plain numbers");
    assert_eq!(from_str::<SlideSettings>(&text).expect("its own text"), slide);

    let crowd = CrowdSettings { gravity: Vec3::new(0.1, -1.62, 0.0), sort_every: 7 };
    let text = to_string(&crowd).expect("plain numbers");
    assert_eq!(from_str::<CrowdSettings>(&text).expect("its own text"), crowd);
}

#[test]
fn a_shape_with_a_spine_comes_back_from_text_and_an_ellipsoid_is_three_numbers() {
    let capsule = Capsule::new(0.4, 0.5).expect("sizes in range").along(Axis::Z);
    let settings = CharacterSettings { shape: capsule.into(), ..CharacterSettings::default() };
    let text = to_string(&settings).expect("plain numbers");
    assert!(text.contains(r#""shape":{"radii":[0.4,0.4,0.4],"axis":"Z","half_length":0.5}"#), "{text}");
    assert_eq!(from_str::<CharacterSettings>(&text).expect("its own text"), settings);
    let human = to_string(&CharacterSettings::default()).expect("plain numbers");
    assert!(human.contains(r#""shape":[0.4,0.9,0.4]"#), "{human}");

    let error = refused(r#"{ "shape": { "radii": [0.4, 0.4, 0.4], "axis": "Y", "half_length": -1 } }"#);
    assert!(error.contains("`half_height` is -1, must be 0, or 0.0001 to 100000 m"), "{error}");
    let error = refused(r#"{ "shape": { "radii": [0.4, 0.4, 0.4], "axis": "Y", "length": 1 } }"#);
    assert!(error.contains("unknown field `length`"), "{error}");
}

#[test]
fn a_missing_field_has_its_default() {
    let settings = from_str::<CharacterSettings>(r#"{ "skin": 0.02 }"#).expect("one field");
    assert_eq!(settings, CharacterSettings { skin: 0.02, ..CharacterSettings::default() });
}

#[test]
fn an_unknown_field_is_refused_by_its_name() {
    let error = refused(r#"{ "skim": 0.02 }"#);
    assert!(error.contains("unknown field `skim`") && error.contains("`skin`"), "{error}");
    let error = from_str::<CrowdSettings>(r#"{ "sorted": 1 }"#).expect_err("there is no such field").to_string();
    assert!(error.contains("unknown field `sorted`"), "{error}");
}

#[test]
fn a_radius_that_is_invalid_is_refused_by_axis_and_value() {
    let error = refused(r#"{ "shape": [0.4, -0.9, 0.4] }"#);
    assert!(error.contains("the radius along y is -0.9: it must be greater than 0"), "{error}");
    let error = refused(r#"{ "shape": [0.4, 0.9, 1e9] }"#);
    assert!(error.contains("the radius along z is 1000000000 m: it must lie between"), "{error}");
}

#[test]
fn a_setting_out_of_its_range_is_read_and_refused_by_the_profile() {
    let settings = from_str::<CharacterSettings>(r#"{ "air_control": 2.0 }"#).expect("a number");
    let error = CharacterProfile::new(&settings).expect_err("there is no more than all of it");
    assert_eq!(error.field(), Field::AirControl);
}
