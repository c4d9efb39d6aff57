//! The instances and triangles that let a slide through: its sweeps and lines find no contact with them.
//!
//! In: indices from the contacts of a slide. Out: whether a triangle or an instance lets the slide through. Memory of one slide; a
//! query of a world lets nothing through.

use alloc::vec::Vec;

/// Instances and triangles without contacts, until the end of a slide.
#[derive(Debug, Default)]
pub(crate) struct LetThrough {
    /// Indices of instances.
    instances: Vec<u32>,
    /// Triangles, each with the index of its instance before it.
    triangles: Vec<(u32, u32)>,
}

impl LetThrough {
    /// Forgets everything.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.instances.clear();
        self.triangles.clear();
    }

    /// Adds all triangles of an instance.
    #[inline(always)]
    pub(crate) fn add_instance(&mut self, instance: u32) {
        self.instances.push(instance);
    }

    /// Adds a triangle of an instance.
    #[inline(always)]
    pub(crate) fn add_triangle(&mut self, instance: u32, triangle: u32) {
        self.triangles.push((instance, triangle));
    }

    /// Whether any whole instance is let through.
    #[inline(always)]
    pub(crate) fn has_instances(&self) -> bool {
        !self.instances.is_empty()
    }

    /// Whether all of an instance is let through.
    #[inline(always)]
    pub(crate) fn has_instance(&self, instance: u32) -> bool {
        self.instances.contains(&instance)
    }

    /// Whether single triangles are let through.
    #[inline(always)]
    pub(crate) fn has_triangles(&self) -> bool {
        !self.triangles.is_empty()
    }

    /// Whether a triangle is let through by itself.
    #[inline(always)]
    pub(crate) fn has_triangle(&self, instance: u32, triangle: u32) -> bool {
        self.triangles.contains(&(instance, triangle))
    }

    /// Whether a triangle is let through, by itself or with its instance.
    #[inline(always)]
    pub(crate) fn has(&self, instance: u32, triangle: u32) -> bool {
        self.has_instance(instance) || self.has_triangle(instance, triangle)
    }
}
