//! The contacts that a slide ignores: one-sided instances that let it through, and triangles by the verdict of a contact filter.
//!
//! In: indices from the contacts of a slide. Out: whether a triangle or an instance lets the slide through. Memory of one slide; a
//! query of a world lets nothing through.

use alloc::vec::Vec;

/// Instances and triangles that do not stop the current slide: one-sided ones, and those that a contact filter ignores.
#[derive(Debug, Default)]
pub(crate) struct IgnoredContacts {
    /// Indices of instances that do not stop the current slide with any triangle.
    instances: Vec<u32>,
    /// Single triangles that do not stop the current slide: index of the instance, index of the triangle in its mesh.
    triangles: Vec<(u32, u32)>,
}

impl IgnoredContacts {
    /// Removes all instances and triangles, for a new slide.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.instances.clear();
        self.triangles.clear();
    }

    /// Lets the slide through all triangles of the instance with this index.
    #[inline(always)]
    pub(crate) fn add_instance(&mut self, instance: u32) {
        self.instances.push(instance);
    }

    /// Lets the slide through one triangle of the instance with this index.
    #[inline(always)]
    pub(crate) fn add_triangle(&mut self, instance: u32, triangle: u32) {
        self.triangles.push((instance, triangle));
    }

    /// Whether the slide is let through any whole instance.
    #[inline(always)]
    pub(crate) fn has_instances(&self) -> bool {
        !self.instances.is_empty()
    }

    /// Whether the slide is let through the whole instance with this index.
    #[inline(always)]
    pub(crate) fn has_instance(&self, instance: u32) -> bool {
        self.instances.contains(&instance)
    }

    /// Whether the slide is let through any single triangle.
    #[inline(always)]
    pub(crate) fn has_triangles(&self) -> bool {
        !self.triangles.is_empty()
    }

    /// Whether this triangle is listed as one that lets the slide through; ignores whole instances.
    #[inline(always)]
    pub(crate) fn has_triangle(&self, instance: u32, triangle: u32) -> bool {
        self.triangles.contains(&(instance, triangle))
    }

    /// Whether the slide is let through this triangle, by itself or with its whole instance.
    #[inline(always)]
    pub(crate) fn has(&self, instance: u32, triangle: u32) -> bool {
        self.has_instance(instance) || self.has_triangle(instance, triangle)
    }
}
