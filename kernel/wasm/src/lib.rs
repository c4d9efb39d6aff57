//! The modules for the web: worlds and crowds of [`sweep8`] behind functions that take and return numbers, and readers of levels.
//!
//! In: numbers, and bytes in a memory that both sides see. Out: the same. The TypeScript in `ts/` is the only caller, and what users
//! see; its `wasm.ts` declares these functions once more. Things of the kernel lie in tables here, and a number names each: a wrong
//! number is an error, never a wrong address, so that nothing here is `unsafe` but the names of the functions.
//!
//! Two modules are compiled of it, by the features `crowds` and `levels`. Files: [`calls`] has the functions, [`border`] what a call is,
//! [`exchange`] the memory for arguments and answers, [`fault`] what goes wrong; [`table`], [`world`] and [`crowd`] what lies between
//! calls, [`columns`] the arrays of a crowd that the page looks at.

mod border;
mod calls;
mod exchange;
mod fault;

#[cfg(feature = "crowds")]
mod arguments;
#[cfg(feature = "crowds")]
mod columns;
#[cfg(feature = "crowds")]
mod crowd;
#[cfg(feature = "crowds")]
mod table;
#[cfg(feature = "crowds")]
mod world;

#[cfg(not(any(feature = "crowds", feature = "levels")))]
compile_error!("a module has one of the features `crowds` and `levels`; `npm run build` compiles both");
