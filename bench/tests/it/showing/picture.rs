//! The picture: its size, what is painted where, and that odd input neither panics nor hides an error.

use glam::Vec3;
use sweep8_bench::showing::picture::{MOST_PATHS, Picture, PictureError, PixelImage};

const PAPER: [u8; 3] = [250, 249, 245];

/// A rectangle of two triangles at `height` that face up.
fn floor(min: (f32, f32), max: (f32, f32), height: f32) -> [Vec3; 6] {
    let at = |x, z| Vec3::new(x, height, z);
    let [a, b, c, d] = [at(min.0, min.1), at(min.0, max.1), at(max.0, max.1), at(max.0, min.1)];
    [a, b, c, a, c, d]
}

/// Triangles that share no corner.
fn separate(positions: &[Vec3]) -> Vec<[u32; 3]> {
    (0..positions.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()
}

fn draw(positions: &[Vec3], paths: &[Vec<Vec3>]) -> PixelImage {
    let triangles = separate(positions);
    let mut picture = Picture::new(positions, &triangles, 800);
    for path in paths {
        picture.path(path.iter().copied());
    }
    picture.render()
}

/// The pixel at these shares of the picture's width and of the height of its upper part.
fn pixel(image: &PixelImage, x: f32, y: f32) -> [u8; 3] {
    image.pixel((image.width() as f32 * x) as u32, ((image.height() - 44) as f32 * y) as u32)
}

#[test]
fn longer_side_has_the_width_asked_for_and_the_aspect_is_kept() {
    let wide = floor((-30.0, 5.0), (30.0, 25.0), 1.0);
    let (width, height) = Picture::new(&wide, &separate(&wide), 1600).dimensions();
    assert_eq!(width, 1600);
    // A third of 1568 for the level, the margins and the legend.
    assert_eq!(height, 523 + 32 + 44);
    let tall = floor((0.0, 0.0), (10.0, 2000.0), 1.0);
    let (width, height) = Picture::new(&tall, &separate(&tall), 1600).dimensions();
    assert_eq!(height, 1600);
    assert!(width < 700);
    let image = Picture::new(&tall, &separate(&tall), 1600).render();
    assert_eq!((image.width(), image.height()), (width, height));
}

#[test]
fn floor_is_painted_and_paper_stays_beside_it() {
    let image = draw(&floor((0.0, 0.0), (10.0, 10.0), 0.0), &[]);
    assert_ne!(pixel(&image, 0.5, 0.5), PAPER);
    assert_eq!(pixel(&image, 0.005, 0.5), PAPER);
    assert_eq!(pixel(&image, 0.5, 0.005), PAPER);
}

#[test]
fn triangle_covers_its_half_of_the_square_and_z_runs_down() {
    let corners = [Vec3::ZERO, Vec3::new(0.0, 0.0, 10.0), Vec3::new(10.0, 0.0, 10.0)];
    let image = draw(&corners, &[]);
    assert_ne!(pixel(&image, 0.3, 0.7), PAPER, "below the diagonal is the triangle");
    assert_eq!(pixel(&image, 0.7, 0.3), PAPER, "above it is not");
}

#[test]
fn level_wound_the_wrong_way_round_is_painted_too() {
    let mut positions = floor((0.0, 0.0), (10.0, 10.0), 0.0);
    positions.reverse();
    assert_ne!(pixel(&draw(&positions, &[]), 0.5, 0.5), PAPER);
}

#[test]
fn roof_is_cut_away_where_characters_walk_below_it() {
    let mut positions = floor((0.0, 0.0), (10.0, 10.0), 0.0).to_vec();
    positions.extend(floor((0.0, 0.0), (5.0, 10.0), 5.0));
    let below = vec![Vec3::new(1.0, 0.9, 1.0), Vec3::new(1.0, 0.9, 1.2)];
    let above = vec![Vec3::new(1.0, 5.9, 1.0), Vec3::new(1.0, 5.9, 1.2)];
    let cut = draw(&positions, &[below]);
    assert_eq!(pixel(&cut, 0.3, 0.6), pixel(&cut, 0.7, 0.6), "one floor");
    let roof = draw(&positions, &[above]);
    assert_ne!(pixel(&roof, 0.3, 0.6), pixel(&roof, 0.7, 0.6), "roof and floor");
    let no_path = draw(&positions, &[]);
    assert_eq!(pixel(&roof, 0.3, 0.6), pixel(&no_path, 0.3, 0.6), "without paths the top is seen");
}

#[test]
fn wall_is_a_line_across_the_floor() {
    let mut positions = floor((0.0, 0.0), (10.0, 10.0), 0.0).to_vec();
    let (a, b) = (Vec3::new(5.0, 0.0, 0.0), Vec3::new(5.0, 0.0, 10.0));
    positions.extend([a, b, b + Vec3::Y * 3.0, a, b + Vec3::Y * 3.0, a + Vec3::Y * 3.0]);
    let walker = vec![Vec3::new(1.0, 0.9, 1.0), Vec3::new(1.0, 0.9, 1.2)];
    let image = draw(&positions, &[walker]);
    let row = (image.height() - 44) / 2;
    let dark = |x: u32| image.pixel(x, row).iter().all(|&c| c < 120);
    let middle = image.width() / 2;
    assert!((middle - 2..middle + 2).any(dark), "the wall");
    assert!(!dark(middle - 20) && !dark(middle + 20), "the floor beside it");
}

#[test]
fn path_and_last_position_are_painted_where_they_were() {
    let positions = floor((0.0, 0.0), (10.0, 10.0), 0.0);
    let triangles = separate(&positions);
    let plain = Picture::new(&positions, &triangles, 800).render();
    let mut picture = Picture::new(&positions, &triangles, 800);
    picture.path([Vec3::new(2.5, 0.9, 2.0), Vec3::new(2.5, 0.9, 8.0), Vec3::NAN, Vec3::new(7.5, 0.9, 8.0)]);
    picture.end(Vec3::new(7.5, 0.9, 5.0));
    let image = picture.render();
    let changed = |x: f32, z: f32| {
        // The level fills the upper part but for the margins.
        let side = (image.height() - 44) as f32;
        let at = |metres: f32, length: f32| (length / 2.0 + (metres - 5.0) / 10.0 * (side - 32.0)) as u32;
        let (x, y) = (at(x, image.width() as f32), at(z, side));
        image.pixel(x, y) != plain.pixel(x, y)
    };
    assert!(changed(2.5, 5.0), "the line");
    assert!(changed(7.5, 5.0), "the dot");
    assert!(!changed(5.0, 8.0), "the line is broken at the point that is not finite");
    assert!(!changed(5.0, 3.0));
}

#[test]
fn the_legend_shows_a_line_beside_the_paths_and_a_dot_beside_the_characters() {
    let positions = floor((0.0, 0.0), (40.0, 10.0), 0.0);
    let triangles = separate(&positions);
    let mut picture = Picture::new(&positions, &triangles, 1600);
    picture.path([Vec3::new(1.0, 0.9, 5.0), Vec3::new(4.0, 0.9, 5.0)]);
    picture.end(Vec3::new(7.5, 0.9, 5.0));
    let image = picture.render();
    let strip = |x: u32, y: u32| image.pixel(x, image.height() - 44 + y);
    // No floor and no letter has as much colour as a path.
    let is_coloured = |[r, g, b]: [u8; 3]| r.max(g).max(b) - r.min(g).min(b) > 80;
    let coloured = (0..image.width()).filter(|&x| is_coloured(strip(x, 22))).count();
    assert!((30..=40).contains(&coloured), "a line of {coloured} pixels");
    // A block of six by six dark pixels: no letter has one, at two pixels a stroke.
    let is_dark = |x, y| strip(x, y).iter().all(|&part| part < 60);
    let block = |x: u32| (x..x + 6).all(|x| (19..25).all(|y| is_dark(x, y)));
    assert!((0..image.width() - 6).any(block), "no dot");
}

#[test]
fn paths_far_outside_or_broken_do_not_panic() {
    let positions = floor((0.0, 0.0), (10.0, 10.0), 0.0);
    let triangles = separate(&positions);
    let mut picture = Picture::new(&positions, &triangles, 300);
    let odd = [0.0, 5.0, -1e9, 1e30, f32::MAX, f32::MIN, f32::INFINITY, f32::NAN];
    for a in odd {
        picture.path(odd.map(|b| Vec3::new(a, b, b)));
        picture.path(odd.map(|b| Vec3::new(b, a, a)));
        picture.end(Vec3::new(a, 0.0, a));
    }
    picture.path([]);
    for i in 0..2 * MOST_PATHS {
        picture.path([Vec3::ONE, Vec3::ONE * (i as f32 * 0.01)]);
    }
    assert_ne!(pixel(&picture.render(), 0.5, 0.5), PAPER);
}

#[test]
fn of_many_paths_the_distant_one_is_drawn() {
    let positions = floor((0.0, 0.0), (10.0, 10.0), 0.0);
    let mut paths: Vec<Vec<Vec3>> = (0..2000)
        .map(|i| (0..200).map(|k| Vec3::new(2.0 + (i % 40) as f32 * 0.02, 0.9, 1.0 + (k % 2) as f32 * 2.0)).collect())
        .collect();
    let plain = draw(&positions, &paths);
    paths[1234] = vec![Vec3::new(4.0, 0.9, 7.5), Vec3::new(6.0, 0.9, 7.5), Vec3::new(9.0, 0.9, 7.5)];
    let image = draw(&positions, &paths);
    let column = image.width() / 2;
    assert!((0..image.height() - 44).any(|row| image.pixel(column, row) != plain.pixel(column, row)));
}

#[test]
fn degenerate_levels_are_drawn_as_far_as_they_go() {
    let levels: [&[Vec3]; 8] = [
        &[],
        &[Vec3::ZERO; 3],
        &[Vec3::splat(1e30); 3],
        &[Vec3::ZERO, Vec3::X * 1e38, Vec3::Z * 1e38],
        &[Vec3::MIN, Vec3::MAX, Vec3::ZERO],
        &[Vec3::ZERO, Vec3::Y * 5.0, Vec3::X * 1e-20],
        &[Vec3::NAN, Vec3::X, Vec3::Z],
        &[Vec3::X * 1e6, Vec3::X * 1e6 + Vec3::Z * 1e-3, Vec3::X * 1_000_001.0],
    ];
    for positions in levels {
        let image = draw(positions, &[vec![Vec3::ZERO, Vec3::ONE]]);
        assert!(image.width() <= 800 && image.height() <= 800);
    }
    let nowhere = Picture::new(&[Vec3::ZERO], &[[0, 1, 2], [u32::MAX; 3]], 0).render();
    assert!(nowhere.width() >= 256);
}

#[test]
fn saved_file_is_a_png_of_the_same_pixels() {
    let positions = floor((0.0, 0.0), (10.0, 4.0), 0.0);
    let triangles = separate(&positions);
    let picture = Picture::new(&positions, &triangles, 400);
    let path = std::env::temp_dir().join(format!("sweep8-picture-{}.png", std::process::id()));
    picture.save(&path).expect("the temporary folder can be written");
    let bytes = std::fs::read(&path).expect("it was just written");
    std::fs::remove_file(&path).expect("it was just written");
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits in memory")];
    let info = reader.next_frame(&mut pixels).expect("a whole PNG");
    let drawn = picture.render();
    assert_eq!((info.width, info.height), (drawn.width(), drawn.height()));
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    assert!(pixels == drawn.pixels().as_flattened());
}

#[test]
fn unwritable_file_is_one_clear_line() {
    let error = Picture::new(&[], &[], 300).save("no/such/folder/picture.png").expect_err("there is no such folder");
    let PictureError::Write { .. } = &error;
    let text = error.to_string();
    assert!(text.contains("no/such/folder/picture.png") && !text.contains('\n'), "{text}");
}

#[test]
fn what_moves_has_a_colour_of_its_own_and_a_place_in_the_legend() {
    let mut positions = floor((0.0, 0.0), (10.0, 10.0), 0.0).to_vec();
    positions.extend(floor((4.0, 4.0), (6.0, 6.0), 0.1));
    let triangles = separate(&positions);
    let still = Picture::new(&positions, &triangles, 1600).render();
    let moving = Picture::new(&positions, &triangles, 1600).moving_from(2).render();
    assert_eq!(pixel(&still, 0.2, 0.2), pixel(&moving, 0.2, 0.2));
    let [red, green, blue] = pixel(&moving, 0.5, 0.5);
    assert!(red > green && green > blue && red - blue > 80, "{red}, {green}, {blue}");
    let strip = |image: &PixelImage| image.pixels()[image.width() as usize * (image.height() as usize - 44)..].to_vec();
    assert!(strip(&still) != strip(&moving), "nothing in the legend");
}
