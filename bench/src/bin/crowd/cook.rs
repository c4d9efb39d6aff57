//! `crowd cook`: cooks a level into a file.

use crate::arguments::CookArguments;
use std::time::Duration;
use sweep8_bench::command_line::{check_writable, print, progress_bar};
use sweep8_bench::levels::file;
use sweep8_levels::cooked;

/// Number of stages on the progress bar of cooking a level file: reading, cooking, writing.
const STAGES: u64 = 3;

/// Cooks a level into a file; always returns `None` on success, because no check can fail.
pub(crate) fn run(arguments: &CookArguments) -> Result<Option<String>, String> {
    let CookArguments { level, output } = arguments;
    // Checked before the time-consuming stages.
    check_writable(output, "output")?;
    let bar = progress_bar(STAGES, "stages")?;
    bar.enable_steady_tick(Duration::from_millis(100));
    bar.set_message("reading");
    let level = file::load(level).map_err(|error| error.to_string())?.into_mesh();
    bar.inc(1);
    bar.set_message("cooking");
    let mesh = level.cook().map_err(|error| format!("{}: {error}", level.name))?;
    bar.inc(1);
    bar.set_message("writing");
    let bytes = cooked::write(output, &mesh).map_err(|error| error.to_string())?;
    bar.finish_and_clear();
    let report = mesh.report();
    let each = bytes as f64 / report.triangles.max(1) as f64;
    print(&format!(
        "{}: {} triangles, {} without area, {} copies; {bytes} bytes, {each:.1} a triangle",
        output.display(),
        report.triangles,
        report.degenerate,
        report.duplicates
    ))?;
    Ok(None)
}
