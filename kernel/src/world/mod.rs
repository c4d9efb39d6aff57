//! Triangle worlds that can be asked. Imports `bvh` and `frame`; never sees `query`.

pub(crate) mod static_world;
