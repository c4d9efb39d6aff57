//! The contacts of characters that are watched.

use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use sweep8::CharacterContact;

/// Give it to a character to have its contacts told: those of the last step are listed here, in the order of touching,
/// and [`ContactStarted`](crate::ContactStarted) and [`ContactEnded`](crate::ContactEnded) say which colliders are
/// news. A character with it is moved in every step, at rest or not.
///
/// ```
/// use bevy_sweep8::prelude::*;
///
/// let watched = (Character::default(), CharacterContacts::default());
/// assert!(watched.1.list.is_empty());
/// ```
#[derive(Component, Clone, Debug, Default, Reflect)]
#[reflect(Component, Debug, Default)]
pub struct CharacterContacts {
    /// The contacts; a collider that was touched with several triangles or several times is there as often.
    #[reflect(ignore)]
    pub list: Vec<Contact>,
}

/// A contact of a character in the last step.
///
/// ```
/// use bevy_math::Vec3;
/// use bevy_sweep8::Contact;
///
/// /// The push for a body of another engine, world space, kg m/s.
/// fn impulse(contact: &Contact) -> Vec3 {
///     contact.details.velocity_into() * contact.details.mass
/// }
/// # let _ = impulse;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The collider that was touched.
    pub collider: Entity,
    /// Where, with which normal, and what the character brings to it.
    pub details: CharacterContact,
}
