//! The last step of a character, as lines to draw.

use crate::crowd::{ask, s8_crowd};
use crate::error::s8_code;
use crate::pointer::{array_out, list};
use crate::types::{s8_character_id, s8_vec3};
use bytemuck::Zeroable;
use std::mem::MaybeUninit;
use sweep8::{DebugLine, DebugLineKind};

/// The meaning of a line; an engine gives each a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_line_kind {
    /// Nothing that this version has a name for.
    S8_LINE_OTHER = 0,
    /// From the centre before the last step to that after it.
    S8_LINE_WAY = 1,
    /// The normal of the ground, also of a steep one, from where it is touched.
    S8_LINE_GROUND = 2,
    /// The normal of a contact, from where it is touched; of those who are watched, and of all while events are
    /// recorded.
    S8_LINE_CONTACT = 3,
    /// Up along a step that was climbed, to the feet; while events are recorded.
    S8_LINE_STEP = 4,
    /// From the centre to that of another whom it meets and who is nearer than a radius.
    S8_LINE_NEIGHBOUR = 5,
}

/// A line to draw, world space, metres, rounded to `float`.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable)]
#[repr(C)]
pub struct s8_line {
    /// Where it begins.
    pub from: s8_vec3,
    /// Where it ends.
    pub to: s8_vec3,
    /// One of `s8_line_kind`.
    pub kind: u32,
}

impl From<&DebugLine> for s8_line {
    fn from(&DebugLine { from, to, kind, .. }: &DebugLine) -> Self {
        let kind = match kind {
            DebugLineKind::Way => s8_line_kind::S8_LINE_WAY,
            DebugLineKind::Ground => s8_line_kind::S8_LINE_GROUND,
            DebugLineKind::Contact => s8_line_kind::S8_LINE_CONTACT,
            DebugLineKind::Step => s8_line_kind::S8_LINE_STEP,
            DebugLineKind::Neighbour => s8_line_kind::S8_LINE_NEIGHBOUR,
            _ => s8_line_kind::S8_LINE_OTHER,
        };
        Self { from: from.into(), to: to.into(), kind: kind as u32 }
    }
}

/// The lines of one character: its way in the last step, its ground, contacts, steps, and who is near. `count` is how many
/// there are; of these as many are written as have room in `lines`. For development: it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_copy_debug_lines(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    lines: *mut s8_line,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    ask(crowd, count, "count", |crowd| {
        // SAFETY: the caller promises room for so many.
        let out = unsafe { array_out(lines, capacity, "lines") }?;
        let mut found = Vec::new();
        crowd.debug_lines(id.into(), &mut found)?;
        Ok(list(out, found.iter().map(Into::into)))
    })
}
