//! The arguments of `new`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
pub(crate) struct New {
    /// Folder of the project; its last component is the name of the crate, such as my-game.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Clone of Twinboard to depend on, instead of the published crates.
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Option<PathBuf>,
}
