//! Compares the answers of a world of instances with brute force.

use super::case::{Case, TOLERANCE, cooked};
use super::fronts::{check_fronts, clear_pass};
use crate::bytes::Reader;
use crate::face::{GivenFace, Seen};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::Soup;
use glam::{DVec3, Quat, Vec3};
use sweep8::{Backend, Hit, InstanceId, Placement, RayHit, Sides, SlideSettings, World};
use sweep8_scalar_ref::brute_force::{Triangle, closest_point, distance, segment_crosses};
use sweep8_scalar_ref::testkit::lists::listed;

/// Growth of the shape to its hull in a slide, as a fraction of the skin.
const HULL: f64 = 0.875;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let Some(case) = Case::read(&mut Reader::new(bytes)) else { return Ok(Outcome::Skipped) };
    case.check_shape()?;
    check_fronts(&case)?;
    case.check_ray()?;
    case.check_slide()?;
    case.check_bits()?;
    Ok(Outcome::Held)
}

impl Case {
    fn sweep(&self, world: &World) -> Option<Hit> {
        let (shape, Soup { center, displacement, .. }) = (self.shape, &self.soup);
        world.sweep(shape, *center, *displacement, Sides::Both).expect("input in range")
    }

    /// Checks in `f64` the face of the triangle that a hit reports.
    fn check_face(&self, hit: GivenFace, instance: InstanceId, triangle: u32, seen: Seen) -> Result<(), Finding> {
        let front = self.named(instance, triangle)?;
        let radii = self.shape.radii();
        let uneven = f64::from(radii.max_element() / radii.min_element());
        let allowed = TOLERANCE * (1.0 + self.far(front)) * uneven;
        let complaint = hit.complaint(front, &self.in_mesh(instance, front), seen, allowed);
        demand(complaint.is_none(), || {
            self.finding(&format!("{complaint:?}, triangle {triangle} of {instance:?}, {seen:?}, {hit:?}"))
        })
    }

    fn check_shape(&self) -> Result<(), Finding> {
        let center = self.center();
        let hit = self.sweep(&self.world);
        let path = self.soup.displacement.as_dvec3() * hit.map_or(1.0, |hit| f64::from(hit.fraction));
        let overlaps = self.world.overlap(self.shape, self.soup.center, Sides::Both);
        let overlaps = overlaps.expect("input in range");
        let closest = self.world.closest_point(self.soup.center, f32::INFINITY, Sides::Both);
        let closest = closest.expect("input in range");
        let mut may_overlap = false;
        for (triangle, id, index) in &self.triangles {
            let allowed = self.allowed(triangle);
            let case =
                |what: &str| self.finding(&format!("{what}, triangle {index} of {id:?}, {allowed} allowed, {hit:?}"));
            let apart = self.apart(triangle, center, 0.0);
            may_overlap |= apart < 1.0 + allowed;
            demand(overlaps || apart > 1.0 - allowed, || case(&format!("no overlap at {apart}")))?;
            if !hit.is_some_and(|hit| hit.overlap > 0.0) {
                let least = self.least_apart(triangle, path);
                demand(least > 1.0 - allowed, || case(&format!("as near as {least} on the way")))?;
            }
            let apart = closest_point(center, triangle).distance(center);
            let given = closest.map_or(f64::INFINITY, |closest| closest.distance.into());
            let allowed = TOLERANCE * (1.0 + self.far(triangle));
            demand(given < apart + allowed, || case(&format!("{apart} m away, but {closest:?}")))?;
        }
        demand(!overlaps || may_overlap, || self.finding("overlaps nothing"))?;
        if let Some(closest) = closest {
            let triangle = self.named(closest.instance, closest.triangle)?;
            let apart = closest_point(center, triangle).distance(center);
            let off = (apart - f64::from(closest.distance)).abs();
            demand(off < TOLERANCE * (1.0 + self.far(triangle)), || {
                self.finding(&format!("{off} m off, {closest:?}"))
            })?;
            self.check_face((&closest).into(), closest.instance, closest.triangle, Seen::From(center))?;
        }
        let Some(hit) = hit else { return Ok(()) };
        let triangle = self.named(hit.instance, hit.triangle)?;
        let at = center + path;
        let (apart, allowed) = (self.apart(triangle, at, 0.0), self.allowed(triangle));
        let fits = apart < 1.0 + allowed && (hit.overlap > 0.0 || apart > 1.0 - allowed);
        demand(fits, || self.finding(&format!("{apart} apart at the contact, {allowed} allowed, {hit:?}")))?;
        self.check_face((&hit).into(), hit.instance, hit.triangle, Seen::From(at))?;
        let unit = (hit.normal.as_dvec3().length() - 1.0).abs() < 1e-5;
        demand(unit && (0.0..=1.0).contains(&hit.fraction), || self.finding(&format!("out of range, {hit:?}")))
    }

    /// Casts a ray from the shape's centre along its motion and returns its first hit.
    fn ray(&self, world: &World) -> Option<RayHit> {
        let to = self.soup.center + self.soup.displacement;
        world.segment(self.soup.center, to, Sides::Both).expect("input in range")
    }

    fn check_ray(&self) -> Result<(), Finding> {
        let center = self.center();
        let way = (self.soup.center + self.soup.displacement).as_dvec3() - center;
        let hit = self.ray(&self.world);
        let end = hit.map_or(way.length(), |hit| hit.distance.into());
        for (triangle, id, index) in &self.triangles {
            let allowed = TOLERANCE * (1.0 + self.far(triangle));
            let pass = clear_pass(triangle, center, way.normalize_or_zero(), allowed);
            let Some(pass @ [passed, slack]) = pass else { continue };
            let is_before = passed > slack && passed + slack < end;
            demand(!is_before, || self.finding(&format!("passed {index} of {id:?} at {pass:?} of {end}, {hit:?}")))?;
        }
        let Some(hit) = hit else { return Ok(()) };
        let triangle = self.named(hit.instance, hit.triangle)?;
        let point = center + way.normalize() * f64::from(hit.distance);
        let off = distance(point, triangle);
        demand(off < TOLERANCE * (1.0 + self.far(triangle)), || self.finding(&format!("{off} m off, {hit:?}")))?;
        self.check_face((&hit).into(), hit.instance, hit.triangle, Seen::Along(way.normalize_or_zero()))
    }

    fn check_slide(&self) -> Result<(), Finding> {
        let settings = SlideSettings::default();
        let by = HULL * f64::from(settings.skin);
        let (shape, Soup { center, displacement, .. }) = (self.shape, &self.soup);
        let out = self.world.slide(shape, *center, *displacement, &settings).expect("input in range");
        let end = out.position.to_dvec3();
        demand(end.is_finite(), || self.finding("a slide that ends nowhere"))?;
        let least = |center: DVec3| {
            let apart = |(triangle, ..): &(Triangle, InstanceId, u32)| {
                self.apart(triangle, center, by) / (1.0 - self.allowed(triangle)).max(0.1)
            };
            self.triangles.iter().map(apart).fold(f64::INFINITY, f64::min)
        };
        let starts_clear = self
            .triangles
            .iter()
            .all(|(triangle, ..)| self.apart(triangle, self.center(), by) > 1.0 + self.allowed(triangle));
        if !starts_clear {
            return Ok(());
        }
        demand(least(end) >= 1.0, || self.finding(&format!("a slide ends {} from it, at {end}", least(end))))?;
        let waypoints = out.waypoints().iter().map(|waypoint| self.center() + waypoint.as_dvec3());
        let path: Vec<DVec3> = [self.center()].into_iter().chain(waypoints).collect();
        let crossed = |(triangle, ..): &&(Triangle, InstanceId, u32)| {
            path.windows(2).any(|ends| segment_crosses(ends[0], ends[1], triangle))
        };
        let crossed = self.triangles.iter().find(crossed);
        demand(crossed.is_none(), || self.finding(&format!("a slide crosses {crossed:?} on {path:?}")))
    }

    /// Returns all answers of a world to the test's queries as text, without repeated triangles.
    fn answers(&self, world: &World) -> String {
        let (shape, Soup { center, displacement, .. }) = (self.shape, &self.soup);
        let sides = [Sides::Both, Sides::Front];
        let shapes = sides.map(|sides| world.sweep(shape, *center, *displacement, sides));
        let overlaps = sides.map(|sides| world.overlap(shape, *center, sides));
        let closest = sides.map(|sides| world.closest_point(*center, 80.0, sides));
        let slid = world.slide(shape, *center, *displacement, &SlideSettings::default());
        let mut swept = listed(|all| world.sweep_all(shape, *center, *displacement, Sides::Both, all));
        if let Ok(hits) = &mut swept {
            hits.retain(|hit| !self.copies.contains(&(hit.instance, hit.triangle)));
        }
        let mut passed = listed(|all| world.segment_all(*center, *center + *displacement, Sides::Both, all));
        if let Ok(hits) = &mut passed {
            hits.retain(|hit| !self.copies.contains(&(hit.instance, hit.triangle)));
        }
        let any = world.sweep_any(shape, *center, *displacement, Sides::Both);
        let ray = self.ray(world);
        format!("{shapes:?} {overlaps:?} {closest:?} {ray:?} {slid:?} {swept:?} {any:?} {passed:?}")
    }

    fn check_bits(&self) -> Result<(), Finding> {
        let expected = self.answers(&self.world);
        let mut changed = self.world.clone();
        let other = cooked(&[[Vec3::ZERO, Vec3::Z, Vec3::X]]);
        let other = changed.add(&other, Placement::at(self.center())).expect("it fits");
        for (id, placement) in &self.ids {
            let away = Placement { rotation: Quat::IDENTITY, ..Placement::at(DVec3::splat(1e4)) };
            changed.place(*id, away).expect("it fits");
            changed.place(*id, *placement).expect("it was there");
        }
        changed.remove(other).expect("it is there");
        let mut worlds = vec![("changed and changed back", changed)];
        worlds.extend(self.anew.clone().map(|anew| ("cooked anew", anew)));
        for backend in Backend::available() {
            worlds.push((backend.name(), self.world.clone().with_backend(backend).expect("it is available")));
        }
        for (what, world) in worlds {
            let got = self.answers(&world);
            demand(got == expected, || self.finding(&format!("{what}: {got}, not {expected}")))?;
        }
        Ok(())
    }
}
