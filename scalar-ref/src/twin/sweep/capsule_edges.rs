//! The twin of `narrow/sweep/capsule_edges.rs`: first contact of a capsule with the edges and corners.

use super::capsule_way::CapsuleWay;
use crate::twin::closest_to_spine::{area_across, dot_across};
use crate::twin::prepare::Prepared;
use crate::twin::scalar::{dot, max, min, one_norm, scale, select};
use crate::twin::tolerance::EDGE_ROUNDING;
use glam::Vec3;

pub(super) fn first_on_capsule_edges(
    triangle: &Prepared,
    way: &CapsuleWay,
    touching: f32,
    m: &[Vec3; 3],
    e: &[Vec3; 3],
) -> f32 {
    let mut fraction = f32::INFINITY;
    for k in 0..3 {
        let inverse_square = triangle.inverse_square[k];
        fraction = min(first_on_capsule_edge(way, touching, m[k], e[k], inverse_square), fraction);
    }
    fraction
}

struct SideTouch {
    touch: f32,
    foot: f32,
    foot_rate: f32,
    beside: f32,
    beside_rate: f32,
}

impl SideTouch {
    fn onto_side(&self, half: f32) -> (f32, bool) {
        let &Self { touch, foot, foot_rate, beside, beside_rate } = self;
        let (on_edge, on_spine) = (max(min(foot, 1.0), 0.0), max(min(beside, half), -half));
        let to_edge = select(on_edge != foot, (on_edge - foot) / foot_rate, 0.0);
        let to_spine = select(on_spine != beside, (on_spine - beside) / beside_rate, 0.0);
        let by_edge = to_edge.abs() >= to_spine.abs();
        let shift = select(by_edge, to_edge, to_spine);
        let foot = select(by_edge, on_edge, foot + foot_rate * shift);
        let beside = select(by_edge, beside + beside_rate * shift, on_spine);
        (touch + shift, (0.0..=1.0).contains(&foot) && beside.abs() <= half)
    }
}

fn first_on_capsule_edge(way: &CapsuleWay, touching: f32, m: Vec3, e: Vec3, inverse_square: f32) -> f32 {
    let &CapsuleWay { d, u, inverse_length, inverse_across_square, half, .. } = way;
    let size = 1.0 + half + one_norm(d);
    let rounding = EDGE_ROUNDING * (size + one_norm(m));

    // Corner, side.
    let closing = dot_across(m, d);
    let closest = -closing * inverse_across_square;
    let miss = m + scale(d, closest);
    let depth_square = 1.0 - dot_across(miss, miss);
    let half_chord = (max(depth_square, 0.0) * inverse_across_square).sqrt();
    let touch = max(closest - half_chord, 0.0);
    let beside = m.y + d.y * touch;
    let ahead_square = -closing * closest;
    let is_ahead = closing < 0.0 && ahead_square > rounding * rounding;
    let hit = is_ahead && depth_square >= -rounding && beside.abs() <= half;
    let fraction = select(hit, touch, f32::INFINITY);
    let wider_chord = (max(depth_square + rounding, 0.0) * inverse_across_square).sqrt();
    let comes_in = m.y + d.y * max(closest - wider_chord, 0.0);

    // Corner, end.
    let end = select(comes_in >= 0.0, half, -half);
    let from_end = Vec3::new(m.x, m.y - end, m.z);
    let ahead = -dot(from_end, u);
    let across = from_end + scale(u, ahead);
    let depth_square = 1.0 - dot(across, across);
    let half_chord = max(depth_square, 0.0).sqrt();
    let touch = max(ahead - half_chord, 0.0) * inverse_length;
    let hit = ahead > rounding && depth_square >= -rounding && touch < fraction;
    let fraction = select(hit, touch, fraction);

    // Edge, side.
    let across_square = dot_across(e, e);
    let inverse = 1.0 / across_square.sqrt();
    let signed = area_across(e, m) * inverse;
    let along = area_across(e, d) * inverse;
    let distance = signed.abs();
    let rate = select(signed < 0.0, -along, along);
    let nears = rate < 0.0;
    let crossing = select(nears, (distance - 1.0) / -rate, 0.0);
    let window = select(nears, rounding / -rate, 0.0);
    let touch = max(crossing, 0.0);
    let then = m + scale(d, touch);
    let foot = dot_across(then, e) * (inverse * inverse);
    let foot_rate = dot_across(d, e) * (inverse * inverse);
    let beside = then.y - e.y * foot;
    let beside_rate = d.y - e.y * foot_rate;
    let leads = nears && distance + rate < touching;
    let on_side = (0.0..=1.0).contains(&foot) && beside.abs() <= half;
    let hit = leads && on_side && touch < fraction;
    let mut fraction = select(hit, touch, fraction);
    let early = max(crossing - window, 0.0);
    let comes_in = beside + beside_rate * (early - touch);

    // The side, within the rounding of its fraction.
    let foot_window = foot_rate.abs() * window;
    let beside_window = beside_rate.abs() * window;
    let near = leads && foot + foot_window >= 0.0 && foot - foot_window <= 1.0 && beside.abs() - beside_window <= half;
    if near && !on_side {
        let of = SideTouch { touch, foot, foot_rate, beside, beside_rate };
        let (onto, comes_onto) = of.onto_side(half);
        if comes_onto && (early..=crossing + window).contains(&onto) && onto < fraction {
            fraction = onto;
        }
    }

    // Edge, end.
    let end = select(comes_in >= 0.0, half, -half);
    let from_end = Vec3::new(m.x, m.y - end, m.z);
    let foot = dot(from_end, e) * inverse_square;
    let foot_rate = dot(d, e) * inverse_square;
    let m_across = from_end - scale(e, foot);
    let d_across = d - scale(e, foot_rate);
    let inverse = 1.0 / dot(d_across, d_across);
    let closing = dot(m_across, d_across);
    let closest = -closing * inverse;
    let miss = m_across + scale(d_across, closest);
    let depth_square = 1.0 - dot(miss, miss);
    let half_chord = (max(depth_square, 0.0) * inverse).sqrt();
    let touch = max(closest - half_chord, 0.0);
    let foot_then = foot + foot_rate * touch;
    let on_segment = (0.0..=1.0).contains(&foot_then);
    let ahead_square = -closing * closest;
    let is_ahead = closing < 0.0 && ahead_square > rounding * rounding;
    let hit = is_ahead && depth_square >= -rounding && on_segment && touch < fraction;
    select(hit, touch, fraction)
}
