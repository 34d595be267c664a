//! Dependencies between the crates, and required entries of their manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use toml::{Table, Value};

use super::repository::{assert_none, files};

/// The permitted dependencies between the crates. A new crate is added with the least it needs.
const ARROWS: &[Arrows] = &[
    Arrows { of: "board", to: &[], in_tests: &[] },
    Arrows { of: "faults", to: &[], in_tests: &[] },
    Arrows { of: "oracle", to: &["board"], in_tests: &[] },
    Arrows { of: "engine", to: &["board", "faults"], in_tests: &[] },
    Arrows { of: "plain", to: &["board"], in_tests: &[] },
    Arrows { of: "solver", to: &["board", "faults"], in_tests: &[] },
    Arrows { of: "film", to: &["board"], in_tests: &[] },
    Arrows { of: "harness", to: &["board"], in_tests: &[] },
    Arrows { of: "runner", to: &[], in_tests: &[] },
    Arrows { of: "protocol", to: &["board"], in_tests: &["games", "oracle"] },
    Arrows { of: "referee", to: &["board", "runner"], in_tests: &[] },
    Arrows { of: "kit", to: &["board", "faults", "harness", "protocol", "referee"], in_tests: &[] },
    Arrows {
        of: "games",
        to: &[
            "board", "engine", "faults", "harness", "kit", "oracle", "plain", "referee", "solver",
        ],
        in_tests: &[],
    },
    // The engine, for tests that replay a game which the command plays.
    Arrows {
        of: "cli",
        to: &[
            "board", "faults", "film", "games", "harness", "kit", "protocol", "referee", "runner",
        ],
        in_tests: &["engine"],
    },
    // The command, whose output it keeps.
    Arrows {
        of: "snapshots",
        to: &["board", "games", "harness"],
        in_tests: &["cli", "engine", "faults"],
    },
    // Its dependencies are instrumented in every target that an outsider builds.
    Arrows { of: "libfuzzer", to: &["harness"], in_tests: &[] },
    Arrows { of: "fuzz", to: &["faults", "games", "harness", "libfuzzer"], in_tests: &[] },
    // The projects of outsiders: an engine needs our oracle, a rule set none of our sides.
    Arrows {
        of: "examples/own_engine",
        to: &["board", "cli", "games", "harness", "kit", "oracle"],
        in_tests: &[],
    },
    Arrows { of: "examples/lights_out", to: &["cli", "kit"], in_tests: &[] },
    Arrows {
        of: "examples/lights_out/fuzz",
        to: &["examples/lights_out", "libfuzzer"],
        in_tests: &[],
    },
];

/// Entries of `[package]` that every crate for a registry has.
const FOR_A_REGISTRY: [&str; 5] = ["version", "description", "license", "readme", "rust-version"];

/// Entries of `[package]` that are the same in all crates for a registry.
const COMMON: [&str; 4] = ["version", "edition", "license", "rust-version"];

/// Crates that may use no crate from elsewhere, except in tests.
const WITHOUT_OTHERS: [&str; 4] = ["board", "faults", "oracle", "plain"];

const SECTIONS: [&str; 3] = ["dependencies", "build-dependencies", "dev-dependencies"];

/// The crates of this repository that a crate may use.
struct Arrows {
    of: &'static str,
    to: &'static [&'static str],
    /// Additional crates for its tests, benches and examples.
    in_tests: &'static [&'static str],
}

/// A manifest and the folder it is in.
struct Manifest {
    folder: String,
    table: Table,
}

impl Manifest {
    fn read(path: &str, text: &str) -> Self {
        let folder = path.strip_suffix("Cargo.toml").unwrap().trim_end_matches('/').to_owned();
        Self { folder, table: text.parse().unwrap_or_else(|error| panic!("{path}: {error}")) }
    }

    fn get(&self, keys: &[&str]) -> Option<&Value> {
        let (last, tables) = keys.split_last()?;
        let table = tables.iter().try_fold(&self.table, |table, &key| table.get(key)?.as_table());
        table?.get(*last)
    }

    /// Entries of a section like `dependencies`, including those for one system only.
    fn section(&self, name: &str) -> BTreeMap<String, Value> {
        let targets = self.table.get("target").and_then(Value::as_table).into_iter();
        let tables = targets.flat_map(|table| table.values().filter_map(Value::as_table));
        let sections = tables.chain([&self.table]).filter_map(|table| table.get(name)?.as_table());
        let entries = sections.flat_map(|table| table.iter());
        entries.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

fn root_of(manifests: &[Manifest]) -> &Manifest {
    manifests.iter().find(|manifest| manifest.folder.is_empty()).expect("a root")
}

/// The folder of every crate here, by the name of its package.
fn folders_by_package(manifests: &[Manifest]) -> BTreeMap<&str, &str> {
    let named =
        |manifest| Some((Manifest::get(manifest, &["package", "name"])?.as_str()?, manifest));
    let packages = manifests.iter().filter_map(named);
    packages.map(|(name, manifest)| (name, &*manifest.folder)).collect()
}

/// The packages that a section names, by their own names even if it renames them.
fn packages(manifest: &Manifest, section: &str, root: &Manifest) -> BTreeSet<String> {
    let renamed = |value: &Value| Some(value.get("package")?.as_str()?.to_owned());
    let package = |(key, value): (String, Value)| {
        let inherited = root.get(&["workspace", "dependencies", &key]);
        let inherited = inherited.filter(|_| value.get("workspace").is_some());
        renamed(&value).or_else(|| renamed(inherited?)).unwrap_or(key)
    };
    manifest.section(section).into_iter().map(package).collect()
}

/// Dependencies between the crates that are not permitted.
fn arrow_faults(manifests: &[Manifest]) -> Vec<String> {
    let folders = folders_by_package(manifests);
    let root = root_of(manifests);
    let mut faults = Vec::new();
    for manifest in manifests.iter().filter(|manifest| manifest.get(&["package"]).is_some()) {
        let folder = &*manifest.folder;
        let Some(arrows) = ARROWS.iter().find(|arrows| arrows.of == folder) else {
            faults.push(format!("{folder} is not in ARROWS of this test"));
            continue;
        };
        for section in SECTIONS {
            let in_tests = if section == "dev-dependencies" { arrows.in_tests } else { &[] };
            for package in packages(manifest, section, root) {
                let allowed = match folders.get(&*package) {
                    Some(other) => arrows.to.contains(other) || in_tests.contains(other),
                    None => section == "dev-dependencies" || !WITHOUT_OTHERS.contains(&folder),
                };
                if !allowed {
                    faults.push(format!("{folder} may not have {package} in its {section}"));
                }
            }
        }
    }
    faults
}

/// An entry of `[package]`, inherited from the root if the manifest says so.
fn of_package<'a>(manifest: &'a Manifest, key: &str, root: &'a Manifest) -> Option<&'a Value> {
    let value = manifest.get(&["package", key])?;
    let is_inherited = value.get("workspace").is_some();
    if is_inherited { root.get(&["workspace", "package", key]) } else { Some(value) }
}

/// The crates that are meant for a registry, and those that are not.
fn by_destination(manifests: &[Manifest]) -> (Vec<&Manifest>, Vec<&Manifest>) {
    let root = root_of(manifests);
    let private = Some(&Value::Boolean(false));
    let crates = manifests.iter().filter(|manifest| manifest.get(&["package"]).is_some());
    crates.partition(|manifest| of_package(manifest, "publish", root) != private)
}

/// Faults that keep a crate from a registry: entries that its manifest lacks, and dependencies that
/// a registry cannot resolve.
fn registry_faults(manifests: &[Manifest]) -> Vec<String> {
    let root = root_of(manifests);
    let (published, private) = by_destination(manifests);
    let private_name = |name: &str| {
        let mut names = private.iter().filter_map(|manifest| manifest.get(&["package", "name"]));
        names.any(|private| private.as_str() == Some(name))
    };
    let mut faults = Vec::new();
    for manifest in &published {
        let folder = &manifest.folder;
        let missing = FOR_A_REGISTRY.iter().filter(|key| of_package(manifest, key, root).is_none());
        faults.extend(missing.map(|key| format!("{folder} has no {key}")));
        // A workspace of its own cannot inherit.
        let differs = |key: &&str| {
            let (own, common) = (["package", *key], ["workspace", "package", *key]);
            manifest.get(&["workspace"]).is_some()
                && root.get(&common).is_some_and(|common| manifest.get(&own) != Some(common))
        };
        let others = COMMON.iter().copied().filter(differs);
        faults.extend(others.map(|key| format!("{folder} has another {key} than the root")));
        for Internal { package, is_versioned, is_dev } in internal(manifest, root) {
            // Cargo drops a dev-dependency without a version from what it packs.
            if !is_versioned && !is_dev {
                faults.push(format!("{folder} has {package} without a version"));
            } else if is_versioned && private_name(&package) {
                faults.push(format!("{folder} needs {package}, which is not for a registry"));
            }
        }
    }
    // The dependencies of an example are meant to be copied.
    for manifest in private.iter().filter(|manifest| manifest.folder.starts_with("examples/")) {
        let unversioned = internal(manifest, root).into_iter().filter(|other| !other.is_versioned);
        let fault = |other: Internal| {
            format!("{} has {} without a version", manifest.folder, other.package)
        };
        faults.extend(unversioned.map(fault));
    }
    faults
}

/// A dependency with a path.
struct Internal {
    package: String,
    is_versioned: bool,
    is_dev: bool,
}

fn internal(manifest: &Manifest, root: &Manifest) -> Vec<Internal> {
    let mut found = Vec::new();
    for section in SECTIONS {
        for (key, value) in manifest.section(section) {
            let inherited = root.get(&["workspace", "dependencies", &key]);
            let value = inherited.filter(|_| value.get("workspace").is_some()).unwrap_or(&value);
            if value.get("path").is_some() {
                let package = value.get("package").and_then(Value::as_str).unwrap_or(&key);
                found.push(Internal {
                    package: package.to_owned(),
                    is_versioned: value.get("version").is_some(),
                    is_dev: section == "dev-dependencies",
                });
            }
        }
    }
    found
}

/// Crates outside the workspace or without its lints. An excluded crate, or one in an excluded
/// folder, must be a workspace of its own.
fn workspace_faults(manifests: &[Manifest]) -> Vec<String> {
    let (roots, crates): (Vec<_>, Vec<_>) =
        manifests.iter().partition(|manifest| manifest.folder.is_empty());
    let listed = |key| {
        let list = roots[0].get(&["workspace", key]).and_then(Value::as_array);
        list.map_or(Vec::new(), |list| list.iter().filter_map(Value::as_str).collect())
    };
    let (members, excluded) = (listed("members"), listed("exclude"));
    let mut faults = Vec::new();
    for manifest in crates {
        let folder = &*manifest.folder;
        if excluded.iter().any(|excluded| Path::new(folder).starts_with(excluded)) {
            if manifest.get(&["workspace"]).is_none() {
                faults.push(format!("{folder} is excluded, but no workspace of its own"));
            }
        } else if !members.contains(&folder) {
            faults.push(format!("{folder} is not in the workspace"));
        } else if manifest.get(&["lints", "workspace"]) != Some(&Value::Boolean(true)) {
            faults.push(format!("{folder} does not inherit the lints of the workspace"));
        }
    }
    faults
}

/// The features of all crates, as a manifest writes them: `games/planted`.
pub(crate) fn features() -> BTreeSet<String> {
    let features = |manifest: Manifest| {
        let table = manifest.get(&["features"]).and_then(Value::as_table).cloned();
        let names = table.unwrap_or_default().into_iter().map(|(name, _)| name);
        names.map(move |name| format!("{}/{name}", manifest.folder)).collect::<Vec<_>>()
    };
    all().into_iter().flat_map(features).collect()
}

/// The folders of the crates that are meant for a registry.
pub(crate) fn published() -> Vec<String> {
    let manifests = all();
    let (published, _) = by_destination(&manifests);
    published.into_iter().map(|manifest| manifest.folder.clone()).collect()
}

fn all() -> Vec<Manifest> {
    let is_manifest = |path: &str| path == "Cargo.toml" || path.ends_with("/Cargo.toml");
    let manifests = files("Cargo.toml").into_iter().filter(|file| is_manifest(&file.path));
    manifests.map(|file| Manifest::read(&file.path, &file.text)).collect()
}

#[test]
fn crates_use_only_the_crates_they_may() {
    assert_none(&arrow_faults(&all()));
}

#[test]
fn every_crate_is_in_the_workspace_and_inherits_its_lints() {
    assert_none(&workspace_faults(&all()));
}

#[test]
fn every_crate_for_a_registry_can_be_packaged() {
    assert_none(&registry_faults(&all()));
}

#[cfg(test)]
fn some(texts: &[(&str, &str)]) -> Vec<Manifest> {
    const ROOT: &str = r#"
        [workspace]
        members = ["board", "engine", "oracle"]
        exclude = ["fuzz"]
        [workspace.dependencies]
        fast = { path = "engine", package = "the-engine" }
        slow = { version = "1", path = "oracle", package = "the-oracle" }
        [workspace.package]
        description = 'Plays.'
        license = 'MIT'
        readme = 'README.md'
        rust-version = '1.91'
        version = '1.0.0'
    "#;
    let others = texts.iter().map(|(path, text)| Manifest::read(path, text));
    std::iter::once(Manifest::read("Cargo.toml", ROOT)).chain(others).collect()
}

#[test]
fn a_dependency_that_is_not_allowed_is_found_under_any_name_in_any_section() {
    let engine = ("engine/Cargo.toml", "[package]\nname = 'the-engine'");
    for section in [
        "[dependencies]\nfast.workspace = true",
        "[build-dependencies]\nx = { path = '../engine', package = 'the-engine' }",
        "[dev-dependencies]\nthe-engine.path = '../engine'",
        "[target.'cfg(unix)'.dependencies.fast]\nworkspace = true",
        "[dependencies]\nrand = '1'",
    ] {
        let oracle = format!("[package]\nname = 'the-oracle'\n{section}");
        let faults = arrow_faults(&some(&[engine, ("oracle/Cargo.toml", &oracle)]));
        assert_eq!(faults.len(), 1, "{section}: {faults:?}");
    }
    let oracle = "[package]\nname = 'the-oracle'\n[dev-dependencies]\nproptest = '1'";
    assert_eq!(arrow_faults(&some(&[engine, ("oracle/Cargo.toml", oracle)])), [""; 0]);
    let unknown = ("new/Cargo.toml", "[package]\nname = 'new'");
    assert_eq!(arrow_faults(&some(&[unknown])), ["new is not in ARROWS of this test"]);
}

#[test]
fn a_crate_outside_the_workspace_or_without_its_lints_is_found() {
    let faults = workspace_faults(&some(&[
        ("crates/vocabulary/Cargo.toml", "[lints]\nworkspace = true"),
        ("engine/Cargo.toml", "[lints.rust]\nunsafe_code = 'deny'"),
        ("fuzz/Cargo.toml", "[workspace]"),
        ("fuzz/deep/Cargo.toml", "[package]"),
        ("fuzzy/Cargo.toml", "[lints]\nworkspace = true"),
    ]));
    let lints = "engine does not inherit the lints of the workspace";
    let alone = "fuzz/deep is excluded, but no workspace of its own";
    assert_eq!(faults, [lints, alone, "fuzzy is not in the workspace"]);
}

#[test]
fn a_crate_that_a_registry_would_not_take_is_found() {
    const ENTRIES: &str = "
        description.workspace = true
        license.workspace = true
        readme.workspace = true
        rust-version.workspace = true
        version.workspace = true
    ";
    const OWN: &str =
        "description = 'Fuzzes.'\nlicense = 'MIT'\nreadme = ''\nrust-version = '1.91'";
    let engine = format!("[package]\nname = 'the-engine'{ENTRIES}");
    let oracle = "[package]\nname = 'the-oracle'\npublish = false";
    let faults = |path, package: &str, dependencies: &str| {
        let text = format!("[package]\nname = 'it'\n{package}\n{dependencies}");
        registry_faults(&some(&[
            ("engine/Cargo.toml", &engine),
            ("oracle/Cargo.toml", oracle),
            (path, &text),
        ]))
    };
    let in_board =
        |dependencies: &str| faults("crates/vocabulary/Cargo.toml", ENTRIES, dependencies);
    for right in [
        "[dependencies]\nrand = '1'\nthe-engine = { version = '1', path = '../engine' }",
        "[dev-dependencies]\nfast.workspace = true",
    ] {
        assert_eq!(in_board(right), [""; 0], "{right}");
    }
    let unversioned = ["board has the-engine without a version"];
    for wrong in [
        "[dependencies]\nfast.workspace = true",
        "[build-dependencies]\nx = { path = '../engine', package = 'the-engine' }",
        "[target.'cfg(unix)'.dependencies]\nthe-engine.path = '../engine'",
    ] {
        assert_eq!(in_board(wrong), unversioned, "{wrong}");
    }
    let private = ["board needs the-oracle, which is not for a registry"];
    for section in ["dependencies", "dev-dependencies"] {
        assert_eq!(in_board(&format!("[{section}]\nslow.workspace = true")), private, "{section}");
    }
    let bare = FOR_A_REGISTRY.map(|key| format!("board has no {key}"));
    assert_eq!(faults("crates/vocabulary/Cargo.toml", "", ""), bare);
    let alone = |version: &str| {
        let package = format!("{OWN}\nversion = '{version}'\n[workspace]");
        faults("fuzz/Cargo.toml", &package, "")
    };
    assert_eq!(alone("1.0.0"), [""; 0]);
    assert_eq!(alone("0.9.0"), ["fuzz has another version than the root"]);
    let path_only = "[dependencies]\nfast = { path = '../engine', package = 'the-engine' }";
    assert_eq!(faults("fuzz/Cargo.toml", "publish = false", path_only), [""; 0]);
    let example = faults("examples/own/Cargo.toml", "publish = false", path_only);
    assert_eq!(example, ["examples/own has the-engine without a version"]);
}
