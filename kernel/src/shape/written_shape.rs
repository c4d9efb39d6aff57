//! A shape in a file: three radii for an ellipsoid, as before there were spines, and names for one with a spine.

use crate::shape::axis::Axis;
use crate::shape::ellipsoid::Ellipsoid;
use crate::shape::swept_ellipsoid::Shape;
use core::fmt;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A shape with a spine.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSwept {
    radii: Ellipsoid,
    axis: Axis,
    half_length: f32,
}

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (radii, axis, half_length) = (self.ellipsoid(), self.axis(), self.half_length());
        if self.has_spine() {
            WrittenSwept { radii, axis, half_length }.serialize(serializer)
        } else {
            radii.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReadShape)
    }
}

struct ReadShape;

impl<'de> Visitor<'de> for ReadShape {
    type Value = Shape;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("three radii, or radii, axis and half_length")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Shape, A::Error> {
        Ellipsoid::deserialize(SeqAccessDeserializer::new(seq)).map(Shape::from)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Shape, A::Error> {
        let WrittenSwept { radii, axis, half_length } = WrittenSwept::deserialize(MapAccessDeserializer::new(map))?;
        Shape::swept(radii, axis, half_length).map_err(A::Error::custom)
    }
}
