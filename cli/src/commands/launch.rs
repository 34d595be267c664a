//! `twinboard launch`: the launcher process of `runner`. Hidden; started by the command itself.

use crate::args::Launch;
use crate::failure::Exit;

/// Runs one program; the result goes to the parent process.
pub(crate) fn run(options: &Launch) -> Exit {
    if runner::launch(&options.order) { Exit::Success } else { Exit::BadInput }
}
