//! The contacts that a slide ignores: one-sided instances that let it through, and triangles by the verdict of a contact filter.
//!
//! In: indices from the contacts of a slide. Out: whether a triangle or an instance lets the slide through. Memory of one slide; a
//! query of a world lets nothing through.

use alloc::vec::Vec;

/// Instances and triangles that do not stop the current slide.
#[derive(Debug, Default)]
pub(crate) struct IgnoredContacts {
    /// Indices of instances that do not stop the slide.
    instances: Vec<u32>,
    /// Single triangles that do not stop the slide: index of the instance, index of the triangle.
    triangles: Vec<(u32, u32)>,
}

impl IgnoredContacts {
    /// Removes all entries.
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

    /// Whether the list contains any whole instance.
    #[inline(always)]
    pub(crate) fn has_instances(&self) -> bool {
        !self.instances.is_empty()
    }

    /// Whether the list contains this whole instance.
    #[inline(always)]
    pub(crate) fn has_instance(&self, instance: u32) -> bool {
        self.instances.contains(&instance)
    }

    /// Whether the list contains any single triangle.
    #[inline(always)]
    pub(crate) fn has_triangles(&self) -> bool {
        !self.triangles.is_empty()
    }

    /// Whether the list contains this single triangle.
    #[inline(always)]
    pub(crate) fn has_triangle(&self, instance: u32, triangle: u32) -> bool {
        self.triangles.contains(&(instance, triangle))
    }

    /// Whether the list contains this triangle, or its whole instance.
    #[inline(always)]
    pub(crate) fn has(&self, instance: u32, triangle: u32) -> bool {
        self.has_instance(instance) || self.has_triangle(instance, triangle)
    }
}
