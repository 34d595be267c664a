//! `twinboard new`: creates a small project for a new rule set.
//!
//! The files are in `crates/command/template`; they are the shortest complete example of a rule
//! set.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::output::text::{argument, shown};
use crate::output::{self, Exit, Failure, files};

#[derive(Args)]
pub(crate) struct New {
    /// Folder of the project; its last component is the name of the crate, such as my-game.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Clone of Twinboard to depend on, instead of the published crates.
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Option<PathBuf>,
}

/// Files of the project, by their paths in it. The name `my-game` in them is replaced.
const TEMPLATE: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../../template/Cargo.toml.txt")),
    (".gitignore", include_str!("../../template/gitignore.txt")),
    (".gitattributes", include_str!("../../template/gitattributes.txt")),
    ("README.md", include_str!("../../template/README.md")),
    (".github/workflows/ci.yml", include_str!("../../template/github/ci.yml")),
    ("src/main.rs", include_str!("../../template/src/main.rs")),
    ("src/lib.rs", include_str!("../../template/src/lib.rs")),
    ("src/game.rs", include_str!("../../template/src/game.rs")),
    ("src/engine.rs", include_str!("../../template/src/engine.rs")),
    (ENGINE, include_str!("../../engine-kits/python/engine.py")),
    ("engine/twinboard.py", include_str!("../../engine-kits/python/twinboard.py")),
    ("tests/properties.rs", include_str!("../../template/tests/properties.rs")),
    ("tests/planted.rs", include_str!("../../template/tests/planted.rs")),
    (
        "corpus/my-game/edge/both-ends-of-a-row.txt",
        include_str!("../../template/corpus/my-game/edge/both-ends-of-a-row.txt"),
    ),
    ("fuzz/Cargo.toml", include_str!("../../template/fuzz/Cargo.toml.txt")),
    ("fuzz/fuzz_targets/my_game.rs", include_str!("../../template/fuzz/fuzz_targets/my_game.rs")),
];

/// The engine in another language, which is executable.
const ENGINE: &str = "engine/engine.py";

/// Crates that the project depends on: the placeholder in the template, and the folder in a
/// clone.
const CRATES: [(&str, &str); 2] = [("TWINBOARD", "crates/twinboard"), ("FUZZ", "crates/libfuzzer")];

pub(crate) fn run(options: &New) -> Result<Exit, Failure> {
    let name = name(&options.folder)?;
    let is_taken = fs::read_dir(&options.folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_taken {
        let folder = shown(&options.folder);
        return Err(usage!("{folder} exists and is not empty"));
    }
    let checkout = options.path.as_deref().map(checkout).transpose()?;
    for (path, text) in TEMPLATE {
        let text = fill_in(text, &name, checkout.as_deref());
        files::write(&options.folder.join(named(path, &name)), text)?;
    }
    files::make_executable(&options.folder.join(ENGINE))?;
    let folder = shown(&options.folder);
    let source = if checkout.is_some() {
        ""
    } else {
        "\nCargo looks for the crates of Twinboard in a registry; --path DIR takes those of a clone.\n"
    };
    output::print(format!(
        "Created {name} in {folder}: a small game with an oracle and two engines, to be replaced by \
         yours.\n\ncd {}\ncargo test\ncargo run -- verify\n\
         cargo run -- verify --engine {ENGINE}\n{source}",
        argument(&options.folder)
    ))?;
    Ok(Exit::Success)
}

/// The name of the project: the name of its folder, if that is valid for a crate.
fn name(folder: &Path) -> Result<String, Failure> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    name.filter(|name| is_name(name) && name.len() <= NAME_MAX).ok_or_else(|| {
        let folder = shown(folder);
        usage!(
            "{folder} is not a valid name for a crate: expected lower-case letters, digits and \
             single hyphens, such as my-game, at most {NAME_MAX} of them"
        )
    })
}

const NAME_MAX: usize = 64;

/// True for lower-case letters, digits and single hyphens, such as `my-game`.
pub(crate) fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(plain)
        && !name.ends_with('-')
        && !name.contains("--")
}

fn checkout(folder: &Path) -> Result<PathBuf, Failure> {
    let failure = Failure::file("find", folder);
    let folder = folder.canonicalize().map_err(failure)?;
    if CRATES.iter().all(|(_, crate_)| folder.join(crate_).join("Cargo.toml").is_file()) {
        return Ok(folder);
    }
    Err(usage!("{} is not a clone of Twinboard", shown(&folder)))
}

/// Replaces the name `my-game` in a text of the template.
fn named(text: &str, name: &str) -> String {
    text.replace("my-game", name).replace("my_game", &name.replace('-', "_"))
}

/// Fills in names and dependencies in a file of the template.
fn fill_in(text: &str, name: &str, checkout: Option<&Path>) -> String {
    let version = concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"");
    CRATES.iter().fold(named(text, name), |text, (placeholder, folder)| {
        let path = checkout.map(|checkout| checkout.join(folder));
        let source = path.map_or_else(
            || version.to_owned(),
            |path| format!("{version}, path = {:?}", path.display().to_string()),
        );
        // A placeholder is an entry of an inline table, alone or among other keys.
        let text = text.replace(&format!("{{ {placeholder} }}"), &format!("{{ {source} }}"));
        let text = text.replace(&format!("{{ {placeholder},"), &format!("{{ {source},"));
        let text = text.replace(&format!(", {placeholder} }}"), &format!(", {source} }}"));
        text.replace(&format!(", {placeholder},"), &format!(", {source},"))
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{TEMPLATE, fill_in, name};

    #[test]
    fn only_names_of_crates_are_valid() {
        assert_eq!(name(Path::new("a/lights-out")).unwrap(), "lights-out");
        for wrong in ["Game", "my_game", "-game", "game-", "a--b", "3d", "..", "/", "ga me"] {
            assert!(name(Path::new(wrong)).is_err(), "{wrong}");
        }
        assert!(name(Path::new(&"x".repeat(65))).is_err());
    }

    #[test]
    fn all_placeholders_of_the_template_are_filled_in() {
        for (path, text) in TEMPLATE.iter().filter(|(path, _)| !path.starts_with("engine/")) {
            for checkout in [None, Some(Path::new("/twinboard"))] {
                let text = fill_in(text, "lights-out", checkout);
                for placeholder in ["my-game", "my_game", "TWINBOARD", "FUZZ"] {
                    assert!(!text.contains(placeholder), "{placeholder} in {path}:\n{text}");
                }
                let is_manifest = path.ends_with("Cargo.toml");
                assert!(!is_manifest || text.contains("version = \"0."), "{path}:\n{text}");
                let has_path = text.contains("path = \"/twinboard/");
                assert_eq!(has_path, is_manifest && checkout.is_some(), "{path}:\n{text}");
            }
        }
    }
}
