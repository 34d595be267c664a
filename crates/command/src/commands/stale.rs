//! A program that was built from other sources than those of the clone in which it runs.
//!
//! It would play its own engines, not the edited ones of the clone, and find nothing. So commands
//! that play warn, once, on standard error. Fuzz targets are built from the clone.

use std::path::{Path, PathBuf};
use std::{env, fs};

use twinboard_vocabulary::random::{DIGEST_OF_NOTHING, digest, digest_on};

use super::checkout;
use crate::output::text::argument;

/// Number of files that differ which are named.
const NAMED: usize = 3;

/// The sources from which a program was built, for a warning when it runs in a clone with others.
///
/// A build script makes the list of files. The one of `twinboard-cli` writes it into a file:
/// `files: include!(concat!(env!("OUT_DIR"), "/sources.rs"))`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuiltFrom {
    /// Name of the program's package. A folder is a clone if its file `manifest` names it.
    pub package: &'static str,
    /// Path of the package's manifest in a clone, such as `crates/cli/Cargo.toml`.
    pub manifest: &'static str,
    /// Command that builds the program from the sources of a clone and runs it, such as
    /// `cargo twinboard`; the arguments are added.
    pub run: &'static str,
    /// Path in a clone, with slashes, of each source file, and the FNV-1a hash of 64 bits of its
    /// text in which each CR LF is an LF. Empty if the program was not built in a clone: it never
    /// warns then.
    pub files: &'static [(&'static str, u64)],
}

/// What plays the cases of a command.
#[derive(Clone, Copy)]
pub(crate) enum Plays {
    Itself,
    /// Fuzz targets, which are built from the clone.
    Targets,
}

impl BuiltFrom {
    /// Warns if the current folder is in a clone with other sources.
    pub(crate) fn warn(&self, plays: Plays) {
        let Ok(here) = env::current_dir() else { return };
        let arguments: Vec<String> = env::args_os().skip(1).map(argument).collect();
        if let Some(warning) = self.warning(plays, &here, &arguments.join(" ")) {
            crate::output::print_error_line(warning);
        }
    }

    /// The warning for a folder and the arguments of this run; `None` if the folder is in no clone,
    /// or the sources are the same.
    fn warning(&self, plays: Plays, here: &Path, arguments: &str) -> Option<String> {
        let is_clone = |folder: &&Path| {
            let manifest = checkout::read(&folder.join(self.manifest));
            let name = manifest.as_ref().and_then(|it| it.get("package")?.get("name")?.as_str());
            name == Some(self.package)
        };
        // Without files nothing can differ; that saves the search.
        let root = here.ancestors().filter(|_| !self.files.is_empty()).find(is_clone)?;
        let is_same = |&&(path, hash): &&(&str, u64)| {
            fs::read(root.join(path)).is_ok_and(|text| hash_of(&text) == hash)
        };
        let differing: Vec<&str> =
            self.files.iter().filter(|file| !is_same(file)).map(|(path, _)| *path).collect();
        let (named, others) = differing.split_at(differing.len().min(NAMED));
        let files = match (named, others.len()) {
            ([], _) => return None,
            ([file], 0) => format!("{file} differs"),
            (files, 0) => format!("{} differ", files.join(", ")),
            (files, 1) => format!("{} and another file differ", files.join(", ")),
            (files, count) => format!("{} and {count} other files differ", files.join(", ")),
        };
        let folder = Path::new(self.manifest).parent().unwrap_or(Path::new(""));
        let below = here.strip_prefix(root).unwrap_or(Path::new(""));
        let folder = below.components().map(|_| "..").collect::<PathBuf>().join(folder);
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        let (run, folder) = (self.run, argument(folder));
        let plays = match plays {
            Plays::Itself => ", and plays its own",
            Plays::Targets => {
                ". It builds the fuzz targets from them, but plays its own to replay a finding \
                 and to choose cases to keep"
            }
        };
        Some(format!(
            "warning: this program was not built from the sources of this clone{plays}: {files}\n  to \
             play those of the clone: {run} {arguments}\n  to install them: cargo install --path \
             {folder}",
        ))
    }
}

/// The hash of [`BuiltFrom::files`].
fn hash_of(text: &[u8]) -> u64 {
    // Every command that plays reads all sources, and this crate is not optimised.
    if !text.contains(&b'\r') {
        return digest(text);
    }
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.fold(DIGEST_OF_NOTHING, |so_far, line| match line.strip_suffix(b"\r\n") {
        Some(line) => digest_on(digest_on(so_far, line), b"\n"),
        None => digest_on(so_far, line),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{BuiltFrom, Plays, hash_of};

    const MANIFEST: &str = "[package]\nname = \"my-game\"\n";

    /// A program whose sources are a manifest and two files with an `a` and a `foobar`, whose hashes
    /// are published.
    fn program() -> BuiltFrom {
        const FILES: &[(&str, u64)] = &[
            ("engine/src/a.rs", 0xAF63_DC4C_8601_EC8C),
            ("oracle/src/b.rs", 0x8594_4171_F739_67E8),
        ];
        BuiltFrom {
            package: "my-game",
            manifest: "crates/game/Cargo.toml",
            run: "cargo run --",
            files: FILES,
        }
    }

    #[test]
    fn only_a_clone_with_other_sources_is_warned_of() {
        let clone = tempfile::tempdir().unwrap();
        let root = clone.path();
        for folder in ["engine/src", "oracle/src", "crates/game", "fuzz"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let write = |path: &str, text: &str| fs::write(root.join(path), text).unwrap();
        write("engine/src/a.rs", "edited");
        write("oracle/src/b.rs", "foobar");
        let of =
            |plays, folder: &str| program().warning(plays, &root.join(folder), "verify --seed 1");
        let warning = |folder: &str| of(Plays::Itself, folder);
        assert_eq!(warning(""), None, "without the manifest it is no clone");
        write("crates/game/Cargo.toml", &MANIFEST.replace("my-game", "another"));
        assert_eq!(warning(""), None, "another project");
        write("crates/game/Cargo.toml", MANIFEST);
        let expected = "warning: this program was not built from the sources of this clone, and \
                        plays its own: engine/src/a.rs differs\n  to play those of the clone: cargo \
                        run -- verify --seed 1\n  to install them: cargo install --path ";
        for (folder, up) in [("", ""), ("fuzz", "../"), ("engine/src", "../../")] {
            let expected = format!("{expected}{up}crates/game");
            assert_eq!(warning(folder), Some(expected), "{folder}");
        }
        let of_targets = of(Plays::Targets, "").unwrap();
        let said =
            "of this clone. It builds the fuzz targets from them, but plays its own to replay";
        assert!(of_targets.contains(said), "{of_targets}");
        assert_eq!(BuiltFrom { files: &[], ..program() }.warning(Plays::Itself, root, ""), None);
        write("engine/src/a.rs", "a");
        assert_eq!(warning(""), None, "the sources are the same");
        fs::remove_file(root.join("oracle/src/b.rs")).unwrap();
        assert!(warning("").is_some_and(|it| it.contains("oracle/src/b.rs differs")));
    }

    #[test]
    fn line_ends_of_a_checkout_are_no_difference() {
        assert_eq!(hash_of(b"a\r\nb\r\n"), hash_of(b"a\nb\n"));
        // The test of the build script of `twinboard-cli` has the same text and hash.
        assert_eq!(hash_of(b"a\r\nb\rc\r\r\n\n\r"), 0xC5C1_725A_811F_EC6A);
        assert_ne!(hash_of(b"a\rb\n"), hash_of(b"ab\n"));
        assert_ne!(hash_of(b"a\n\n"), hash_of(b"a\n"));
    }
}
