//! The checkout that the program is built from, with its fuzz targets and the checked-in corpus.

use std::path::{self, Path, PathBuf};
use std::{env, fs};

use toml::{Table, Value};
use twinboard_registration::Registration;

use crate::output::Failure;
use crate::output::text::shown;
use crate::session::{AnySubject, Session};

pub(crate) struct Checkout {
    /// The folder of the manifest, with `corpus` and `fuzz` below it.
    pub(crate) root: PathBuf,
    pub(crate) has_targets: bool,
    /// False if this is no checkout, but the current folder.
    pub(crate) is_found: bool,
    working: PathBuf,
}

#[derive(Clone)]
pub(crate) struct Target {
    /// The name of the rule set, followed by `_` and a topic if it is a special target.
    pub(crate) name: String,
    pub(crate) subject: AnySubject,
    registration: Registration,
    /// Name or command of the engine in place of the registered one.
    engine: Option<String>,
}

impl Checkout {
    /// Finds the checkout around the current folder: the nearest folder with fuzz targets within
    /// the workspace, or else the nearest folder with a manifest.
    pub(crate) fn find(session: &Session) -> Result<Self, Failure> {
        let here = env::current_dir().map_err(Failure::file("find", "."))?;
        // The targets are a workspace of their own, which belongs to the folder around it.
        let here = here.ancestors().find_map(around_targets).unwrap_or(&here);
        let has_targets = |folder: &&Path| is_cargo_fuzz(&folder.join("fuzz/Cargo.toml"));
        // A workspace nested in another one, such as an example, must not run the targets of the
        // outer one.
        let workspace = here.ancestors().find(|folder| is_workspace(&folder.join("Cargo.toml")));
        let within = |folder: &&Path| workspace.is_none_or(|root| folder.starts_with(root));
        let root = here.ancestors().filter(within).find(has_targets);
        let manifest = || here.ancestors().find(|folder| folder.join("Cargo.toml").is_file());
        let found = root.or_else(manifest).ok_or_else(|| {
            let program = session.program();
            usage!(
                "no Cargo.toml in this folder or above; run this command in a clone of the sources \
                 of {program}"
            )
        })?;
        let (root, has_targets) = (found.to_owned(), root.is_some());
        Ok(Self { working: root.join("fuzz"), root, has_targets, is_found: true })
    }

    /// The checkout, or the current folder for what needs no sources.
    pub(crate) fn find_or_here(session: &Session) -> Self {
        Self::find(session).unwrap_or_else(|_| {
            let root = env::current_dir().unwrap_or_default();
            Self { working: root.join("fuzz"), root, has_targets: false, is_found: false }
        })
    }

    /// Fails if the checkout has no fuzz targets.
    pub(crate) fn with_targets(self) -> Result<Self, Failure> {
        if self.has_targets {
            return Ok(self);
        }
        let root = shown(&self.root);
        Err(usage!(
            "no fuzz targets in {root}/fuzz; they are made with the crate `twinboard-libfuzzer`, as in \
             the project that `twinboard new` creates"
        ))
    }

    pub(crate) fn working_in(self, folder: Option<&Path>) -> Self {
        let working = folder.map_or(self.working, Path::to_owned);
        Self { working, ..self }
    }

    pub(crate) fn targets(
        &self,
        session: &Session,
        names: &[String],
    ) -> Result<Vec<Target>, Failure> {
        let bins = bins(&self.root.join("fuzz/Cargo.toml"));
        let all: Vec<Target> =
            bins.iter().filter_map(|name| Target::named(session, name.clone())).collect();
        if all.is_empty() {
            let rule_sets: Vec<&str> = session.rule_sets.iter().map(Registration::name).collect();
            let bins = if bins.is_empty() { "none".to_owned() } else { bins.join(", ") };
            return Err(usage!(
                "no fuzz target is named after a rule set; expected a name that begins with {} in \
                 {}/fuzz/Cargo.toml, which has {bins}",
                rule_sets.join(" or "),
                shown(&self.root)
            ));
        }
        for name in names {
            if all.iter().all(|target| target.name != *name) {
                let known: Vec<&str> = all.iter().map(|target| &*target.name).collect();
                return Err(usage!(
                    "unknown fuzz target {name}; expected one of: {}",
                    known.join(", ")
                ));
            }
        }
        let wanted = |target: &Target| names.is_empty() || names.contains(&target.name);
        Ok(all.into_iter().filter(wanted).collect())
    }

    /// True if the package of the targets has a feature of this name.
    pub(crate) fn has_feature(&self, name: &str) -> bool {
        let manifest = read(&self.root.join("fuzz/Cargo.toml")).unwrap_or_default();
        manifest.get("features").is_some_and(|features| features.get(name).is_some())
    }

    /// The folders of the checked-in corpus of a target, sorted.
    pub(crate) fn checked_in(&self, target: &Target) -> Vec<PathBuf> {
        let corpus = self.root.join("corpus").join(target.subject.name());
        let entries = fs::read_dir(corpus).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        folders.sort();
        folders
    }

    pub(crate) fn files_checked_in(&self, target: &Target) -> Vec<PathBuf> {
        let folders = self.checked_in(target).into_iter();
        let entries = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
    }

    /// Fails if the folder of libFuzzer's working corpus and artifacts cannot be written.
    pub(crate) fn check_writable(&self) -> Result<(), Failure> {
        check_writable(&self.working.join("corpus"), "name another folder with --working DIR")
    }

    /// The folder for builds of the targets.
    pub(crate) fn builds(&self) -> Result<PathBuf, Failure> {
        // In a shared folder, builds with different flags would invalidate each other.
        let folder = match env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty()) {
            Some(folder) => path::absolute(Path::new(&folder).join("fuzz")),
            None => Ok(self.root.join("fuzz/target")),
        };
        let folder = folder.map_err(Failure::file("find", "CARGO_TARGET_DIR"))?.join("none");
        check_writable(&folder, "name another folder with CARGO_TARGET_DIR")?;
        Ok(folder)
    }

    /// The folder to which a target adds inputs that reach new code; git ignores it.
    pub(crate) fn working_corpus(&self, target: &Target) -> PathBuf {
        self.working.join("corpus").join(&target.name)
    }

    /// The folder of failing inputs as libFuzzer found them.
    pub(crate) fn artifacts(&self, target: &Target) -> PathBuf {
        self.working.join("artifacts").join(&target.name)
    }
}

/// Creates a folder if it is missing, and fails with advice if no file can be created there.
fn check_writable(folder: &Path, advice: &str) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .and_then(|()| tempfile::tempfile_in(folder))
        .map(drop)
        .map_err(|error| usage!("cannot write into {}: {error}; {advice}", shown(folder)))
}

fn around_targets(folder: &Path) -> Option<&Path> {
    let is_theirs = folder.ends_with("fuzz") && is_cargo_fuzz(&folder.join("Cargo.toml"));
    folder.parent().filter(|_| is_theirs)
}

impl Target {
    fn named(session: &Session, name: String) -> Option<Self> {
        // A hyphen in the name of a rule set may be an underscore in the name of a target.
        let plain = name.replace('-', "_");
        let is_about = |name: &str| plain.starts_with(&name.replace('-', "_"));
        let of = session.rule_sets.iter().filter(|one| is_about(one.name()));
        let registration = of.max_by_key(|one| one.name().len())?.clone();
        let subject = AnySubject::clone(registration.subject());
        let engine = session.engine_command().map(str::to_owned);
        Some(Self { name, subject, registration, engine })
    }

    /// The registration with the engine that the target says it plays; `None` is the registered one.
    /// Errors: a message if this program does not have the engine.
    pub(crate) fn playing(&self, engine: Option<&str>) -> Result<Registration, String> {
        let is_own =
            |name: &&str| *name == self.subject.name() || self.engine.as_deref() == Some(*name);
        let Some(name) = engine.filter(|engine| !is_own(engine)) else {
            return Ok(self.registration.clone());
        };
        self.registration.with_other_engine(name).ok_or_else(|| {
            format!("the target plays the engine `{name}`, which this program does not have")
        })
    }

    /// True for the main target of a rule set, which should reach every clause of the rules.
    pub(crate) fn is_for_rules(&self) -> bool {
        self.name.replace('-', "_") == self.subject.name().replace('-', "_")
    }
}

/// A manifest; `None` if it cannot be read.
pub(super) fn read(manifest: &Path) -> Option<Table> {
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

fn bins(manifest: &Path) -> Vec<String> {
    let table = read(manifest).unwrap_or_default();
    let bins = table.get("bin").and_then(Value::as_array).into_iter().flatten();
    bins.filter_map(|bin| Some(bin.get("name")?.as_str()?.to_owned())).collect()
}
