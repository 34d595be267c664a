//! The arguments of `new`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
pub(crate) struct New {
    /// Folder of the project, whose last part is its name, such as my-game.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Depend on a checkout of Twinboard instead of the published crates.
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Option<PathBuf>,
}
