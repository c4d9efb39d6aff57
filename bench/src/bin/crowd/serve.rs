//! `crowd serve`: a folder on loopback, to try a page.
//!
//! In: requests of a browser on this machine. Out: files of the folder, and no others. One request at a time, over HTTP/1.0 as RFC 1945
//! has it: enough for one visitor, and not meant for more.

use crate::arguments::ServeArguments;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;
use sweep8_bench::command_line::print;

/// Longest head of a request, bytes.
const MOST_HEAD: u64 = 16 * 1024;

/// Longest time that a browser may take for a request, or not read its answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves a folder until the program is stopped.
pub(crate) fn run(arguments: &ServeArguments) -> Result<Option<String>, String> {
    let ServeArguments { folder, port } = arguments;
    if !folder.join("index.html").is_file() {
        return Err(format!("{} has no index.html; `crowd page -o FOLDER` makes one", folder.display()));
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, *port))
        .map_err(|error| format!("cannot serve at port {port}: {error}; choose another --port"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    print(&format!("http://{address}/"))?;
    for stream in listener.incoming() {
        // A browser that hangs up early is no fault of ours, and the next request may be served.
        let _ = stream.and_then(|stream| answer(stream, folder));
    }
    Ok(None)
}

fn answer(stream: TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.try_clone()?.take(MOST_HEAD)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    // All of the head is read: a connection that is closed with bytes unread is an error to the browser.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let found = file_of(&first, folder).and_then(|file| Some((content_type(&file), fs::read(file).ok()?)));
    let (status, kind, body) = match found {
        Some((kind, body)) => ("200 OK", kind, body),
        None => ("404 Not Found", "text/plain", b"not there".to_vec()),
    };
    let mut stream = stream;
    let length = body.len();
    write!(
        stream,
        "HTTP/1.0 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\r\n"
    )?;
    stream.write_all(&body)
}

/// The file that the first line of a request asks for; `None` if it lies outside of the folder, or is no request for a file.
fn file_of(line: &str, folder: &Path) -> Option<PathBuf> {
    let mut words = line.split(' ');
    let path = words.next().filter(|method| *method == "GET").and(words.next())?;
    let path = path.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    is_inside.then(|| folder.join(path))
}

/// The type of a file, by its ending: without that of a module a browser refuses scripts.
fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_served() {
        let file = |line| file_of(line, Path::new("page"));
        assert_eq!(file("GET / HTTP/1.1"), Some(PathBuf::from("page/index.html")));
        assert_eq!(file("GET /scenes/list.json?x=1 HTTP/1.1"), Some(PathBuf::from("page/scenes/list.json")));
        for line in [
            "GET /../secret HTTP/1.1",
            "GET //etc/passwd HTTP/1.1",
            "GET /a/../../b HTTP/1.1",
            "POST / HTTP/1.1",
            "GET",
            "",
        ] {
            assert_eq!(file(line), None, "{line}");
        }
    }
}
