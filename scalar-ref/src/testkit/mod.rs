//! What the tests of the references and of the kernel share: drawn cases, and small levels with measures of a path through them.

pub mod families;
pub mod level;
