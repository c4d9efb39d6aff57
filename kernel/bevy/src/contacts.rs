//! The contacts of characters that are watched.

use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use sweep8::CharacterContact;

/// Records the contacts of a character: lists those of the last step in the order of touching, and triggers
/// [`ContactStarted`](crate::ContactStarted) and [`ContactEnded`](crate::ContactEnded). A character with this component
/// moves in every step, also when it could rest.
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
    /// Contacts of the last step. A collider touched several times, or at several triangles, is listed as often.
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
    /// Collider that the character touched.
    pub collider: Entity,
    /// Point and normal of the contact, and velocity and mass of the character at the contact.
    pub details: CharacterContact,
}
