//! `twinboard launch`, for the command itself.

use crate::args::Launch;
use crate::failure::Exit;

/// Runs one program; what there is to say is said to the process that asked.
pub(crate) fn run(options: &Launch) -> Exit {
    if runner::launch(&options.order) { Exit::Success } else { Exit::BadInput }
}
