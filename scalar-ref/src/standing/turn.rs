//! The least turn of a small increment with which it leads on beside a border.
//!
//! In: an attempt for each angle. Out: the result of the smallest angle that has one.

/// Angles of an increment beside a border, degrees, in the order of the attempts.
const TURNS: [f64; 8] = [5.0, 15.0, 30.0, 45.0, 60.0, 75.0, 85.0, 89.5];

/// Bisections of an angle.
const BISECTIONS: usize = 7;

/// Result of an attempt straight on, or with the least turn to either side, degrees: the first angle that leads on is bisected with the
/// last that did not. `None` if no angle leads on.
pub(super) fn least_turn<T>(attempt: impl Fn(f64) -> Option<T>) -> Option<T> {
    if let Some(straight) = attempt(0.0) {
        return Some(straight);
    }
    let mut last = 0.0;
    for angle in TURNS {
        let mut best: Option<(f64, T)> = None;
        for side in [1.0, -1.0] {
            let Some(mut found) = attempt(side * angle) else { continue };
            let (mut wall, mut free) = (last, angle);
            for _ in 0..BISECTIONS {
                let middle = 0.5 * (wall + free);
                if let Some(between) = attempt(side * middle) {
                    (free, found) = (middle, between);
                } else {
                    wall = middle;
                }
            }
            if best.as_ref().is_none_or(|(least, _)| free < *least) {
                best = Some((free, found));
            }
        }
        if let Some((_, found)) = best {
            return Some(found);
        }
        last = angle;
    }
    None
}
