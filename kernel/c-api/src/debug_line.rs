//! The last step of a character, as lines to draw.

use crate::crowd::{ask, s8_crowd};
use crate::error::s8_code;
use crate::pointer::{array_out, list};
use crate::types::{s8_character_id, s8_vec3};
use bytemuck::Zeroable;
use std::mem::MaybeUninit;
use sweep8::{DebugLine, DebugLineKind};

/// The meaning of a debug line of a character, to choose its colour by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_line_kind {
    /// A kind of debug line that has no name in this version.
    S8_LINE_OTHER = 0,
    /// A line from the character's centre before the last step to its centre after the step.
    S8_LINE_WAY = 1,
    /// A line along the normal of the character's ground, also of a steep one, from the touched point.
    S8_LINE_GROUND = 2,
    /// The normal of a contact, drawn from the touched point: of watched characters, and of all while events are
    /// recorded.
    S8_LINE_CONTACT = 3,
    /// A line up along a stair step that the character climbed, to its feet; while events are recorded.
    S8_LINE_STEP = 4,
    /// A line to the centre of another character that responds to this one and is nearer than a radius.
    S8_LINE_NEIGHBOUR = 5,
}

/// A debug line to draw, world space, metres, rounded to `float`.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable)]
#[repr(C)]
pub struct s8_line {
    /// The start of the debug line, world space, metres.
    pub from: s8_vec3,
    /// The end of the debug line, world space, metres.
    pub to: s8_vec3,
    /// The meaning of the debug line: one of `s8_line_kind`.
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

/// Lists lines of one character to draw: its path in the last step, its ground, contacts, steps and near characters.
/// `count` receives how many there are; at most `capacity` of them are written to `lines`, which may be NULL where
/// `capacity` is 0. For development: it allocates.
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
