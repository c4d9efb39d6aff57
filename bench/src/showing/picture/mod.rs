//! A picture of a level from above with the paths of the characters, for people to look at.
//!
//! `top_view` puts it together: `ceiling` finds which storey to show, `relief` draws floors and walls, `palette` colours
//! them, `canvas` holds the pixels, `legend` writes the strip below in the letters of `font`, `pixel_image` writes the file.

mod canvas;
mod ceiling;
mod font;
mod legend;
mod palette;
mod pixel_image;
mod relief;
mod top_view;

pub use pixel_image::PixelImage;
pub use top_view::{MOST_PATHS, Picture, PictureError};
