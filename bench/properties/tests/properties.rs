//! The properties that the fuzz targets check, on stable Rust: the cases of the scenes, the same with their bytes
//! disturbed, and bytes at random, all seeded.
//!
//! A fixed number of cases by default; `SWEEP8_PROPERTY_SECONDS=60 cargo test --package sweep8-properties` goes on for that many
//! seconds a property. A finding prints its numbers and its bytes.

use std::fmt::Write;
use std::time::{Duration, Instant};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::random::{Random, mix};
use sweep8_properties::{Outcome, Property, corpus};
use sweep8_scalar_ref::testkit;

/// Scenes that are built fast; the others are of the same kinds.
const SCENES: [Scene; 7] =
    [Scene::Stairs, Scene::VCorner, Scene::Wedge, Scene::Funnel, Scene::Crest, Scene::Humps, Scene::Big];

/// Numbers with rules of their own, as a disturbance puts them in.
const SPECIAL: [f32; 10] =
    [0.0, -0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-45];

/// Most disturbances of a case.
const DISTURBANCES: usize = 6;

/// Longest case of random bytes.
const LONGEST: usize = 1_200;

fn disturbed(random: &mut Random, cases: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = cases[random.below(cases.len())].clone();
    for _ in 0..=random.below(DISTURBANCES) {
        let at = random.below(bytes.len());
        match random.below(7) {
            0 => bytes[at] = random.next_u64() as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => put(&mut bytes, at, SPECIAL[random.below(SPECIAL.len())].to_bits()),
            3 => put(&mut bytes, at, random.next_u64() as u32),
            // A part of it again, elsewhere.
            4 => {
                let from = random.below(bytes.len());
                let length = random.below(bytes.len() - from.max(at));
                bytes.copy_within(from..from + length, at);
            }
            // A part of another case.
            5 => {
                let other = &cases[random.below(cases.len())];
                let length = random.below(other.len().min(bytes.len() - at));
                let from = random.below(other.len() - length);
                bytes[at..at + length].copy_from_slice(&other[from..from + length]);
            }
            _ => bytes.truncate(at.max(1)),
        }
    }
    bytes
}

/// Writes four bytes, or as many as there is room for.
fn put(bytes: &mut [u8], at: usize, value: u32) {
    for (byte, new) in bytes[at..].iter_mut().zip(value.to_le_bytes()) {
        *byte = new;
    }
}

fn at_random(random: &mut Random) -> Vec<u8> {
    (0..random.below(LONGEST)).map(|_| random.next_u64() as u8).collect()
}

fn seconds() -> Option<Duration> {
    let text = std::env::var("SWEEP8_PROPERTY_SECONDS").ok()?;
    Some(Duration::from_secs(text.parse().expect("SWEEP8_PROPERTY_SECONDS is a whole number of seconds")))
}

/// Checks the first cases, then `count` others, a quarter of that unless `SWEEP8_LONG` is 1. With a time limit it goes on until the time is
/// up.
fn drive(name: &str, count: usize) {
    let count = testkit::cases::cases(count, count / 4);
    let property = Property::named(name).expect("it is in the list");
    let cases = corpus::cases(&SCENES, 1).into_iter().find(|(one, _)| one.name == name).expect("it is in the list").1;
    assert!(cases.len() >= 20, "{name}: {} cases of the scenes", cases.len());
    let mut random = Random::new(name.bytes().fold(1, |seed, byte| mix(seed ^ u64::from(byte))));
    let (start, limit) = (Instant::now(), seconds());
    let (mut held, mut skipped) = (0_usize, 0_usize);
    let mut check = |bytes: &[u8]| match (property.check)(bytes) {
        Ok(Outcome::Held) => held += 1,
        Ok(Outcome::Skipped) => skipped += 1,
        Err(finding) => {
            let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
                write!(hex, "{byte:02x}").expect("a string takes all");
                hex
            });
            panic!("{name}: {finding}\nbytes: {hex}");
        }
    };
    for bytes in &cases {
        check(bytes);
    }
    let mut done = 0;
    while limit.map_or(done < count, |limit| start.elapsed() < limit) {
        let bytes = if done % 4 == 3 { at_random(&mut random) } else { disturbed(&mut random, &cases) };
        check(&bytes);
        done += 1;
    }
    println!("{name}: {held} held, {skipped} skipped");
    assert!(2 * held > cases.len() + done, "{name}: {held} held, {skipped} made no case");
}

#[test]
fn lanes_answer_what_their_scalar_twins_answer() {
    drive("sweep_twin", 200_000);
}

#[test]
fn sweeps_among_nasty_triangles_agree_with_f64() {
    drive("sweep_oracle", 60_000);
}

#[test]
fn worlds_answer_what_their_triangles_answer_alone() {
    drive("world_queries", 10_000);
}

#[test]
fn worlds_of_instances_answer_what_brute_force_answers() {
    drive("world_instances", 10_000);
}

#[test]
fn characters_in_worlds_that_move_are_where_nothing_is_or_named_crushed() {
    drive("moving_world", 20_000);
}

#[test]
fn one_sided_sheets_stop_who_is_on_their_front_and_nobody_else() {
    drive("platforms", 4_000);
}

#[test]
fn turned_bodies_move_as_upright_ones_do_in_the_world_turned_about_them() {
    drive("turned_bodies", 5_000);
}

#[test]
fn what_a_callback_ignores_and_sensors_are_not_there() {
    drive("callbacks", 10_000);
}

#[test]
fn slides_among_nasty_triangles_keep_their_promises() {
    drive("slide_promises", 20_000);
}

#[test]
fn who_walks_among_boxes_ramps_and_stairs_keeps_what_it_promises() {
    drive("character_promises", 1_500);
}

#[test]
fn what_must_not_matter_to_a_walk_does_not_change_it() {
    drive("walk_promises", 1_000);
}

#[test]
fn nobody_is_stuck_or_trembles_in_a_nook() {
    drive("stuck", 4_000);
}

#[test]
fn idle_characters_slide_down_creases_as_far_at_any_time_step() {
    drive("time_step", 2_000);
}

#[test]
fn order_and_threads_do_not_show_in_a_crowd() {
    drive("crowd_order", 1_000);
}

#[test]
fn characters_that_meet_each_other_stay_clear_in_any_order() {
    drive("crowd_neighbours", 1_500);
}

#[test]
fn a_crowd_comes_back_from_its_bytes_and_from_no_others() {
    drive("crowd_restore", 1_500);
}

#[test]
fn a_cooked_mesh_comes_back_from_its_bytes_and_from_none_that_cannot_be_used() {
    drive("cooked_input", 20_000);
}

#[test]
fn a_run_comes_back_from_its_recording_and_a_move_from_its_file_and_from_no_other_bytes() {
    drive("replay_input", 1_500);
}

/// Checks that a property holds in a case that was once a finding.
fn holds(name: &str, case: &[u8]) {
    let property = Property::named(name).expect("it is in the list");
    let outcome = (property.check)(case).unwrap_or_else(|finding| panic!("{}", finding.0));
    assert_eq!(outcome, Outcome::Held);
}

/// Found by fuzzing: somebody falls in between three edges of a floor with holes, and rests. In his fourth frame there he
/// touches two of them at the same fraction, to the bit, and the lower id goes first.
#[test]
fn who_rests_between_edges_that_are_touched_alike_fares_alike_until_he_rests_in_any_order() {
    holds("crowd_order", include_bytes!("cases/rest_between_three_edges.bin"));
}

/// Found by fuzzing: who walks along a slope too steep for him comes to where another steep face is 3 µm nearer below him than the floor,
/// whose triangles are 20 radii wide: a distance to them rounds by more.
#[test]
fn who_is_as_near_to_a_slope_as_to_a_wide_floor_stands_on_either() {
    holds("character_promises", include_bytes!("cases/wide_floor_before_a_nearer_slope.bin"));
}

/// Found by fuzzing: the normal of an upright wall leans up by 4e-8 in `f64`, and not in `f32`: it was steep ground, or none.
#[test]
fn who_falls_along_an_upright_wall_is_in_the_air_wherever_up_is() {
    holds("character_promises", include_bytes!("cases/fall_along_an_upright_wall.bin"));
}

/// Found by fuzzing: somebody comes down to a floor, goes on over it by what is left of its way, and is as near to a steep face: that was
/// met first below, and it was in the air for a step.
#[test]
fn who_lands_on_a_floor_beside_a_steep_face_stands() {
    holds("character_promises", include_bytes!("cases/land_beside_a_steep_face.bin"));
}

/// Found by fuzzing: the same, but the way over the floor led up and off it, and the floor was still below.
#[test]
fn who_has_left_the_floor_that_he_landed_on_does_not_stand_on_it() {
    holds("character_promises", include_bytes!("cases/land_and_leave_the_floor.bin"));
}

/// Found by fuzzing: a fall ends on a stair, and the way over it leads back onto its edge, which carries as it carries who walks.
#[test]
fn who_lands_on_a_stair_may_stand_on_its_edge() {
    holds("character_promises", include_bytes!("cases/land_on_the_edge_of_a_stair.bin"));
}

/// Found by fuzzing: a fall ends on a floor, over whose end the way after the landing leads; brute force ends where it landed.
#[test]
fn who_lands_at_the_end_of_a_floor_may_be_beyond_it() {
    holds("character_promises", include_bytes!("cases/land_at_the_end_of_a_floor.bin"));
    holds("character_promises", include_bytes!("cases/slide_over_the_end_of_a_floor.bin"));
}

/// Found by fuzzing: where its fall ended on an edge, one of a step carried it for a moment.
#[test]
fn an_edge_of_a_step_does_not_carry_who_slides() {
    holds("character_promises", include_bytes!("cases/slide_onto_an_edge.bin"));
}

/// Found by fuzzing: with few sweeps a pass, the one after a landing has contacts of its own.
#[test]
fn who_lands_touches_in_three_passes() {
    holds("character_promises", include_bytes!("cases/land_out_of_sweeps.bin"));
}

/// Found by fuzzing: on the top of a step the hull goes down by a few micrometres, and then up a slope, which is no part of the step.
#[test]
fn a_slope_behind_a_step_is_no_part_of_it() {
    holds("character_promises", include_bytes!("cases/slope_behind_a_step.bin"));
}

/// Found by fuzzing: the edge of a step beside the hull, nearly upright, stops it on its way down a long way before it is touched.
#[test]
fn an_edge_that_is_grazed_on_the_way_down_carries() {
    holds("character_promises", include_bytes!("cases/grazed_edge.bin"));
}

/// Found by fuzzing: brute force took the ridge of a rough floor for the edge of a step, the kernel for the rim of the steep face beside
/// it, off which its normal leans by less than the sweep rounds.
#[test]
fn a_rim_within_rounding_of_its_face_is_of_the_face_or_of_the_step() {
    holds("character_promises", include_bytes!("cases/rim_within_rounding_of_a_face.bin"));
}

/// Found by fuzzing: between a floor and a ceiling 10° apart the kernel went along the face of the ceiling, brute force along its rim,
/// within the rounding of both; their crease turns by six times the angle between the two.
#[test]
fn who_walks_along_a_ceilings_rim_goes_along_its_face_or_along_the_rim() {
    holds("character_promises", include_bytes!("cases/crease_of_a_floor_and_a_ceiling.bin"));
}

/// Found by fuzzing: somebody began in a box, between walls with less room than his body, and was still pushed on after half a second at
/// 1,000 Hz, each time by 20 µm to where he overlaps less.
#[test]
fn who_overlaps_and_stands_is_pushed_on_to_more_room_until_he_rests() {
    holds("character_promises", include_bytes!("cases/pushed_on_to_more_room.bin"));
}

/// Found by fuzzing: between a floor and a box that leans over it there was room for the body and not for its skin. Somebody was still
/// pushed on after eight steps, by 86 µm and then by a sixth less each time, to where more of the skin fits, until he rested.
#[test]
fn who_has_no_room_for_the_skin_is_pushed_on_to_more_room_until_he_rests() {
    holds("character_promises", include_bytes!("cases/pushed_on_to_room_for_the_skin.bin"));
}

/// Found by fuzzing: a flat body in a pit of 0.58 m touched the wall 0.2 m above its feet, took its upper edge for the next of two steps,
/// went up to it, found no ground there, and fell back, for ever.
#[test]
fn a_flat_body_does_not_climb_out_of_a_pit_higher_than_a_step_to_fall_back() {
    holds("stuck", include_bytes!("cases/pit_higher_than_a_step.bin"));
}

/// Found by fuzzing: a mesh that deforms keeps copies of a triangle, and lists of all hits name each of them.
#[test]
fn a_mesh_that_deforms_answers_as_another_but_for_the_copies_that_only_it_keeps() {
    holds("world_instances", include_bytes!("cases/copies_in_a_mesh_that_deforms.bin"));
}

/// Found by fuzzing: with steps 1 mm higher brute force looks down from higher up, and finds no floor there.
#[test]
fn who_stands_halfway_on_a_step_stands_on_it_though_a_higher_step_would_be_another() {
    holds("character_promises", include_bytes!("cases/step_hidden_from_higher_up.bin"));
}

/// Found by fuzzing: who landed slid past the rim of the floor, with a face of it still straight below the centre, but not where the
/// hull would touch it.
#[test]
fn who_lands_and_slides_past_the_rim_stands_on_nothing() {
    holds("character_promises", include_bytes!("cases/land_and_slide_past_the_rim.bin"));
}

/// Found by fuzzing: to who walks on nothing, a floor that leans by rounding is a steep slope; a speed along it was taken for that of a
/// fall of 11,000 km/s, and the next move was refused.
#[test]
fn a_speed_along_a_slope_that_is_hardly_steep_is_no_fall() {
    holds("character_promises", include_bytes!("cases/speed_along_a_hardly_steep_slope.bin"));
}

/// Found by fuzzing: a speed along a nearly level crease of two steep faces was taken for that of a fall of 120,000 km/s.
#[test]
fn a_speed_along_a_level_crease_of_steep_faces_is_no_fall() {
    holds("character_promises", include_bytes!("cases/speed_along_a_level_crease.bin"));
}

/// Found by fuzzing: who landed on the edge of a low step was led up over it, and into the air again.
#[test]
fn who_lands_on_an_edge_may_go_up_over_it_and_fly_on() {
    holds("character_promises", include_bytes!("cases/land_on_an_edge_and_fly_on.bin"));
}

/// Found by fuzzing: a triangle whose coordinates differ by more than 2²⁹ had an area seen from one corner, and none from the one that
/// blocks begin with: its mesh was refused when it was read again.
#[test]
fn a_triangle_with_an_area_seen_from_one_corner_only_comes_back() {
    holds("cooked_input", include_bytes!("cases/area_seen_from_one_corner.bin"));
}

#[test]
fn meshes_of_any_bits_are_refused_or_usable() {
    drive("mesh_input", 30_000);
}

#[test]
fn files_of_any_bytes_are_refused_or_usable() {
    drive("obj_input", 30_000);
}

#[test]
fn gltf_files_of_any_bytes_are_refused_or_usable() {
    drive("gltf_input", 20_000);
}

#[test]
fn first_cases_are_small_and_the_same_every_time() {
    let folder = std::env::temp_dir().join(format!("sweep8-corpus-{}", std::process::id()));
    let count = corpus::save(&folder, 1).expect("the temporary folder can be written");
    let (mut seen, mut held) = (0, 0);
    for (property, cases) in corpus::cases(&Scene::ALL, 1) {
        assert!((20..=120).contains(&cases.len()), "{}: {} cases", property.name, cases.len());
        for (number, bytes) in cases.iter().enumerate() {
            let file = folder.join(property.name).join(format!("scene-{number:03}"));
            assert_eq!(&std::fs::read(file).expect("it was written"), bytes, "{} {number}", property.name);
            assert!((5..4_096).contains(&bytes.len()), "{} {number}: {} bytes", property.name, bytes.len());
            held += usize::from((property.check)(bytes) == Ok(Outcome::Held));
            seen += 1;
        }
    }
    assert_eq!(seen, count);
    // A nook may be too narrow for the character: those few make no case, but their bytes are good to begin with.
    assert!(held + 30 > seen, "{held} of {seen}");
    std::fs::remove_dir_all(folder).expect("it was made here");
}
