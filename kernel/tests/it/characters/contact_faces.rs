//! The faces of the contacts of watched characters, against `f64`: characters that fall and walk among instances that are
//! turned, scaled and mirrored.

use crate::testkit::Random;
use crate::testkit::crowds::new_crowd;
use crate::testkit::face::{GivenFace, Seen};
use crate::testkit::facing::has_front_to;
use crate::testkit::placed::soups;
use glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterSettings, Ellipsoid};

/// Part of the skin by which a slide grows its shape.
const HULL: f64 = 0.875;

#[test]
fn contacts_of_watched_characters_name_face_weights_and_side() {
    let (mut random, mut contacts, mut backs, mut mirrored) = (Random(1400), 0, 0, 0);
    for world in 0..30 {
        let about = [DVec3::ZERO, DVec3::new(700.0, -50.0, 900.0)][world % 2];
        let placed = soups(&mut random, about, 12);
        let radii = [Vec3::splat(0.3), Vec3::new(0.2, 0.6, 0.3)][world / 2 % 2];
        let profile = CharacterProfile::of_shape(Ellipsoid::new(radii).unwrap());
        let skin = f64::from(CharacterSettings::default().skin);
        let hull = radii.as_dvec3() + HULL * skin;
        let mut crowd = new_crowd();
        for _ in 0..40 {
            let start = about + random.vector(5.0) + DVec3::Y * 3.0;
            let id = crowd.spawn(&profile, start.as_vec3()).unwrap();
            crowd.set_desired_velocity(id, (random.direction() * 3.0).as_vec3()).unwrap();
            crowd.watch_contacts(id).unwrap();
        }
        for _ in 0..60 {
            crowd.step(&placed.world, 1.0 / 60.0).unwrap();
            for id in crowd.ids() {
                for touched in crowd.contacts(id).unwrap() {
                    let contact = touched.contact;
                    let (front, mesh) = (
                        placed.named(contact.instance, contact.triangle),
                        placed.in_mesh(contact.instance, contact.triangle),
                    );
                    // The centre of an ellipsoid that is touched at a point with this normal.
                    let normal = contact.normal.as_dvec3();
                    let center = contact.point.as_dvec3() + hull * hull * normal / (hull * normal).length();
                    // Where there is little room the hull is smaller by up to the skin; so near to its plane any side will do.
                    let is_clear = has_front_to(front, center, 1.2 * skin).is_some();
                    let place = if is_clear { center } else { front[0] };
                    let complaint = GivenFace::from(touched).complaint(front, &mesh, Seen::From(place), 3e-5);
                    assert!(complaint.is_none(), "world {world}: {complaint:?}, {touched:?}, {mesh:?}");
                    contacts += 1;
                    backs += u32::from(!touched.is_front);
                    mirrored += u32::from(front[1] != mesh[1]);
                }
            }
        }
    }
    println!("{contacts} contacts, {backs} from the back, {mirrored} of mirrored instances");
    assert!(contacts > 3_000 && backs > 500 && mirrored > 500, "{contacts}, {backs}, {mirrored}");
}
