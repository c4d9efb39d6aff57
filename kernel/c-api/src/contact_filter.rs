//! The callback of a step: which contacts stop characters.

use crate::types::{s8_instance_id, s8_vec3};
use std::ffi::c_void;
use sweep8::{ContactFilter, ContactView, Verdict};

/// A contact of a character's move, as the contact filter sees it before the contact counts.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct s8_contact_view {
    /// The number that `s8_world_set_user_data` stored with the touched instance; 0 without one.
    pub user_data: u64,
    /// The id of the touched instance.
    pub instance: s8_instance_id,
    /// Index of the touched triangle in its mesh.
    pub triangle: u32,
    /// The material of the touched triangle; 0 without materials.
    pub material: u32,
    /// The touched point of the triangle, world space, metres.
    pub point: s8_vec3,
    /// Unit normal of the contact, world space, towards the character.
    pub normal: s8_vec3,
}

/// The answer of a contact filter: whether the contact blocks the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_verdict {
    /// The contact blocks the character. Any value that is no `s8_verdict` means the same.
    S8_VERDICT_KEEP = 0,
    /// The touched triangle does not block the character in this slide; others of the instance may.
    S8_VERDICT_IGNORE_TRIANGLE = 1,
    /// No triangle of the touched instance blocks the character in this slide.
    S8_VERDICT_IGNORE_INSTANCE = 2,
}

/// A callback that decides about each contact that would block or deflect a character; returns one of `s8_verdict`.
pub type s8_contact_filter = Option<extern "C" fn(contact: *const s8_contact_view, user: *mut c_void) -> u32>;

type Ask = Box<dyn Fn(&ContactView) -> Verdict + Sync>;

/// A contact filter of a C program, wrapped so that the kernel can call it as a closure.
pub(crate) struct Callback {
    ask: Ask,
}

/// The `user` pointer that C passes with a callback, which the callback receives; nothing here follows it.
struct User(*mut c_void);

// SAFETY: nothing here follows the pointer. The user promises that the callback may be called from any thread with it.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}

impl User {
    fn pointer(&self) -> *mut c_void {
        self.0
    }
}

impl Callback {
    pub(crate) fn new(function: extern "C" fn(*const s8_contact_view, *mut c_void) -> u32, user: *mut c_void) -> Self {
        let user = User(user);
        let ask = move |contact: &ContactView| {
            let view = s8_contact_view {
                user_data: contact.user_data,
                instance: contact.instance.into(),
                triangle: contact.triangle,
                material: u32::from(contact.material),
                point: contact.point.into(),
                normal: contact.normal.into(),
            };
            match function(&raw const view, user.pointer()) {
                1 => Verdict::IgnoreTriangle,
                2 => Verdict::IgnoreInstance,
                _ => Verdict::Keep,
            }
        };
        Self { ask: Box::new(ask) }
    }

    pub(crate) fn as_filter(&self) -> ContactFilter<'_> {
        &*self.ask
    }
}
