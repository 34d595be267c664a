//! The checkout that a program is built from: its fuzz targets, and the corpus that is checked in.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::failure::Failure;
use crate::registry;
use crate::subjects::{self, AnySubject};

/// The end of the names of targets that throw bytes at the readers and play nothing.
const TEXT: &str = "text";

/// A checkout of the sources.
pub(crate) struct Checkout {
    /// The folder of the manifest, with `corpus` and `fuzz` below it.
    pub(crate) root: PathBuf,
    /// Whether it has fuzz targets.
    pub(crate) has_targets: bool,
    /// Where libFuzzer writes.
    working: PathBuf,
}

/// A fuzz target.
#[derive(Clone)]
pub(crate) struct Target {
    /// What it is called: the rule set, and after `_` what else it is about.
    pub(crate) name: String,
    pub(crate) subject: AnySubject,
    /// Whether its inputs are any bytes, and not cases.
    pub(crate) is_text: bool,
}

impl Checkout {
    /// The checkout that the current folder is in: the nearest folder with fuzz targets, but none
    /// outside of the workspace; without any the nearest with a manifest.
    pub(crate) fn find() -> Result<Self, Failure> {
        let here = env::current_dir().map_err(|error| Failure::File {
            path: ".".into(),
            doing: "find",
            error,
        })?;
        let has_targets = |folder: &&Path| is_cargo_fuzz(&folder.join("fuzz/Cargo.toml"));
        // A program in a workspace of its own, in the midst of ours, must not run our targets.
        let workspace = here.ancestors().find(|folder| is_workspace(&folder.join("Cargo.toml")));
        let within = |folder: &&Path| workspace.is_none_or(|root| folder.starts_with(root));
        let root = here.ancestors().filter(within).find(has_targets);
        let manifest = || here.ancestors().find(|folder| folder.join("Cargo.toml").is_file());
        let found = root.or_else(manifest).ok_or_else(|| {
            let program = registry::program();
            Failure::Usage(format!("this needs the sources of {program}: run it in their checkout"))
        })?;
        let (root, has_targets) = (found.to_owned(), root.is_some());
        Ok(Self { working: root.join("fuzz"), root, has_targets })
    }

    /// The same checkout if it has fuzz targets.
    pub(crate) fn with_targets(self) -> Result<Self, Failure> {
        if self.has_targets {
            return Ok(self);
        }
        let root = self.root.display();
        Err(Failure::Usage(format!(
            "there are no fuzz targets in {root}/fuzz; the crate `twinboard-fuzz` makes them, and \
             `twinboard new` shows how"
        )))
    }

    /// The same, but for the folder in which libFuzzer writes.
    pub(crate) fn working_in(self, folder: Option<&Path>) -> Self {
        let working = folder.map_or(self.working, Path::to_owned);
        Self { working, ..self }
    }

    /// The targets of these names in the order of the manifest; all of them if there are no names.
    pub(crate) fn targets(&self, names: &[String]) -> Result<Vec<Target>, Failure> {
        let all: Vec<Target> = bins(&self.root.join("fuzz/Cargo.toml"))
            .into_iter()
            .filter_map(Target::named)
            .collect();
        for name in names {
            if all.iter().all(|target| target.name != *name) {
                let known: Vec<&str> = all.iter().map(|target| &*target.name).collect();
                let message =
                    format!("no fuzz target is called {name}; there are: {}", known.join(", "));
                return Err(Failure::Usage(message));
            }
        }
        let wanted = |target: &Target| names.is_empty() || names.contains(&target.name);
        Ok(all.into_iter().filter(wanted).collect())
    }

    /// The folders of the corpus that is checked in for a target.
    pub(crate) fn checked_in(&self, target: &Target) -> Vec<PathBuf> {
        let corpus = self.root.join("corpus").join(target.subject.name());
        let entries = fs::read_dir(corpus).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        folders.sort();
        folders
    }

    /// The files in them.
    pub(crate) fn files_checked_in(&self, target: &Target) -> Vec<PathBuf> {
        let folders = self.checked_in(target).into_iter();
        let entries = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
    }

    /// The folder to which a target adds what reaches new code; git ignores it.
    pub(crate) fn working_corpus(&self, target: &Target) -> PathBuf {
        self.working.join("corpus").join(&target.name)
    }

    /// The folder where inputs that fail are kept as they were found.
    pub(crate) fn artifacts(&self, target: &Target) -> PathBuf {
        self.working.join("artifacts").join(&target.name)
    }
}

impl Target {
    fn named(name: String) -> Option<Self> {
        // A hyphen of a rule set's name may be an underscore in that of a program.
        let plain = name.replace('-', "_");
        let about = |subject: &AnySubject| {
            let rest = plain.strip_prefix(&subject.name().replace('-', "_"))?;
            Some(rest.strip_prefix('_').unwrap_or(rest).to_owned())
        };
        let all = subjects::all().into_iter();
        let of = all.filter(|subject| about(subject).is_some());
        let subject = of.max_by_key(|subject| subject.name().len())?;
        let is_text = about(&subject).is_some_and(|about| about == TEXT);
        Some(Self { name, subject, is_text })
    }

    /// Whether it is for all that the rules say, and not for something beside them.
    pub(crate) fn is_for_rules(&self) -> bool {
        self.name.replace('-', "_") == self.subject.name().replace('-', "_")
    }
}

fn read(manifest: &Path) -> Option<Table> {
    fs::read_to_string(manifest).ok()?.parse().ok()
}

fn is_workspace(manifest: &Path) -> bool {
    read(manifest).is_some_and(|table| table.contains_key("workspace"))
}

fn is_cargo_fuzz(manifest: &Path) -> bool {
    let is_marked = |table: Table| {
        table.get("package")?.get("metadata")?.get("cargo-fuzz").and_then(Value::as_bool)
    };
    read(manifest).and_then(is_marked) == Some(true)
}

/// The names of the programs that a manifest names.
fn bins(manifest: &Path) -> Vec<String> {
    let table = read(manifest).unwrap_or_default();
    let bins = table.get("bin").and_then(Value::as_array).into_iter().flatten();
    bins.filter_map(|bin| Some(bin.get("name")?.as_str()?.to_owned())).collect()
}
