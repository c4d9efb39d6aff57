//! What a call from the page is: errors as text, the state between calls, and the macro that exports a function.
//!
//! A function returns a number; NaN means that it failed, and that [`error_text`] has the reason, which the page throws.

#[cfg(feature = "crowds")]
use crate::crowd::Crowd;
use crate::exchange::Exchange;
use crate::fault::Fault;
#[cfg(feature = "crowds")]
use crate::table::Table;
#[cfg(feature = "crowds")]
use crate::world::World;
use std::cell::RefCell;
use std::panic;
#[cfg(feature = "crowds")]
use sweep8::{CharacterProfile, CookedMesh};

/// All that the module keeps between two calls.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) input: Exchange,
    pub(crate) output: Exchange,
    #[cfg(feature = "crowds")]
    pub(crate) tables: Tables,
}

/// All things of the kernel that a page has, each named by a number.
#[cfg(feature = "crowds")]
pub(crate) struct Tables {
    pub(crate) meshes: Table<CookedMesh>,
    pub(crate) worlds: Table<World>,
    pub(crate) profiles: Table<CharacterProfile>,
    pub(crate) crowds: Table<Crowd>,
}

#[cfg(feature = "crowds")]
impl Default for Tables {
    fn default() -> Self {
        Self {
            meshes: Table::new("Mesh"),
            worlds: Table::new("World"),
            profiles: Table::new("Profile"),
            crowds: Table::new("Crowd"),
        }
    }
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
    /// Text of the last error; apart from the rest, so that it can be written while that is in use.
    static ERROR: RefCell<String> = const { RefCell::new(String::new()) };
}

fn write_error(text: String) {
    ERROR.with(|error| *error.borrow_mut() = text);
}

/// Runs a call of the page: its number, or NaN.
pub(crate) fn call(work: impl FnOnce(&mut State) -> Result<f64, Fault>) -> f64 {
    STATE.with(|state| {
        work(&mut state.borrow_mut()).unwrap_or_else(|fault| {
            write_error(fault.to_string());
            f64::NAN
        })
    })
}

/// Exports functions: each takes numbers, and its body is a closure of the [`State`] that returns a number or a [`Fault`].
macro_rules! exports {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $body:expr)+) => {
        $(
            $(#[$doc])*
            // The names are those of no other symbol: the module links to nothing that is not Rust.
            #[allow(unsafe_code)]
            #[unsafe(no_mangle)]
            extern "C" fn $name($($argument: $kind),*) -> f64 {
                $crate::border::call($body)
            }
        )+
    };
}
pub(crate) use exports;

exports! {
    /// Keeps the text of a panic, which ends the module, for [`panic_address`].
    fn start() |_| {
        panic::set_hook(Box::new(|info| write_error(info.to_string())));
        Ok(0.0)
    }

    /// Makes room for so many bytes of arguments, and returns their address.
    fn input_reserve(bytes: u32) |state| Ok(state.input.reserve(bytes as usize) as f64)

    /// The address of the answers of the last call.
    fn output_address() |state| Ok(state.output.address() as f64)

    /// Puts the text of the last error into the answers, and returns its number of bytes.
    fn error_text() |state| {
        ERROR.with(|error| {
            let text = error.borrow();
            state.output.clear();
            state.output.put(text.as_bytes());
            Ok(text.len() as f64)
        })
    }
}

/// Where the text of the last error lies: for the time after a panic, in which no other call works.
#[allow(unsafe_code)] // As in the macro.
#[unsafe(no_mangle)]
extern "C" fn panic_address() -> usize {
    ERROR.with(|error| error.borrow().as_ptr().expose_provenance())
}

/// Number of bytes of the text at [`panic_address`].
#[allow(unsafe_code)] // As in the macro.
#[unsafe(no_mangle)]
extern "C" fn panic_length() -> usize {
    ERROR.with(|error| error.borrow().len())
}
