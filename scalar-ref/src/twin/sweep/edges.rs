//! The twin of `narrow/sweep/edges.rs`: first contact with the edges and corners.

use crate::twin::prepare::Prepared;
use crate::twin::scalar::{dot, max, one_norm, scale, select};
use crate::twin::tolerance::EDGE_ROUNDING;
use glam::Vec3;

pub(super) fn first_on_edges(
    triangle: &Prepared,
    m: &[Vec3; 3],
    e: &[Vec3; 3],
    d: Vec3,
    u: Vec3,
    inverse_length: f32,
) -> f32 {
    let motion_size = 1.0 + one_norm(d);
    let mut fraction = f32::INFINITY;
    for k in 0..3 {
        let rounding = EDGE_ROUNDING * (motion_size + one_norm(m[k]));

        // Vertex.
        let ahead = -dot(m[k], u);
        let across = m[k] + scale(u, ahead);
        let depth_square = 1.0 - dot(across, across);
        let half_chord = max(depth_square, 0.0).sqrt();
        let touch = max(ahead - half_chord, 0.0) * inverse_length;
        let hit = ahead > rounding && depth_square >= -rounding && touch < fraction;
        fraction = select(hit, touch, fraction);

        // Edge.
        let inverse_square = triangle.inverse_square[k];
        let foot = dot(m[k], e[k]) * inverse_square;
        let foot_rate = dot(d, e[k]) * inverse_square;
        let m_across = m[k] - scale(e[k], foot);
        let d_across = d - scale(e[k], foot_rate);
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
        fraction = select(hit, touch, fraction);
    }
    fraction
}
