//! Which crate may use which, and what every crate has in its manifest.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use toml::{Table, Value};

use super::repository::{assert_none, files};

/// The arrows between the crates. A crate that is not here yet is to be entered with the least it
/// needs.
const ARROWS: &[Arrows] = &[
    Arrows { of: "board", to: &[], in_tests: &[] },
    Arrows { of: "faults", to: &[], in_tests: &[] },
    Arrows { of: "oracle", to: &["board"], in_tests: &[] },
    Arrows { of: "engine", to: &["board", "faults"], in_tests: &[] },
    Arrows { of: "plain", to: &["board"], in_tests: &[] },
    Arrows { of: "solver", to: &["board", "faults"], in_tests: &[] },
    Arrows { of: "harness", to: &["board"], in_tests: &[] },
    Arrows { of: "runner", to: &[], in_tests: &[] },
    Arrows { of: "referee", to: &["board", "runner"], in_tests: &[] },
    Arrows {
        of: "games",
        to: &["board", "engine", "faults", "harness", "oracle", "plain", "referee", "solver"],
        in_tests: &[],
    },
    // The engine, for tests that follow a game beside the command.
    Arrows {
        of: "cli",
        to: &["board", "faults", "games", "harness", "referee", "runner"],
        in_tests: &["engine"],
    },
    // The command, whose words it keeps.
    Arrows {
        of: "snapshots",
        to: &["board", "games", "harness"],
        in_tests: &["cli", "engine", "faults"],
    },
    Arrows { of: "fuzz", to: &["board", "faults", "games", "harness"], in_tests: &[] },
    // What outsiders have: an engine needs our oracle, a rule set of one's own nothing of ours.
    Arrows {
        of: "examples/own_engine",
        to: &["board", "cli", "games", "harness", "oracle"],
        in_tests: &[],
    },
    Arrows { of: "examples/own_ruleset", to: &["board", "cli", "harness"], in_tests: &[] },
];

/// Crates that may use no crate from elsewhere, except in tests.
const WITHOUT_OTHERS: [&str; 4] = ["board", "faults", "oracle", "plain"];

/// What a crate may use of the other crates here.
struct Arrows {
    of: &'static str,
    to: &'static [&'static str],
    /// What else its tests, benches and examples may use.
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

    /// What stands in a section like `dependencies`, also for one system only.
    fn section(&self, name: &str) -> BTreeMap<String, Value> {
        let targets = self.table.get("target").and_then(Value::as_table).into_iter();
        let tables = targets.flat_map(|table| table.values().filter_map(Value::as_table));
        let sections = tables.chain([&self.table]).filter_map(|table| table.get(name)?.as_table());
        let entries = sections.flat_map(|table| table.iter());
        entries.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

/// The folder of every crate here, by the name of its package.
fn folders_by_package(manifests: &[Manifest]) -> BTreeMap<&str, &str> {
    let named =
        |manifest| Some((Manifest::get(manifest, &["package", "name"])?.as_str()?, manifest));
    let packages = manifests.iter().filter_map(named);
    packages.map(|(name, manifest)| (name, &*manifest.folder)).collect()
}

/// The packages that a section names, whatever they are called in it.
fn packages(manifest: &Manifest, section: &str, root: &Manifest) -> BTreeSet<String> {
    let renamed = |value: &Value| Some(value.get("package")?.as_str()?.to_owned());
    let package = |(key, value): (String, Value)| {
        let inherited = root.get(&["workspace", "dependencies", &key]);
        let inherited = inherited.filter(|_| value.get("workspace").is_some());
        renamed(&value).or_else(|| renamed(inherited?)).unwrap_or(key)
    };
    manifest.section(section).into_iter().map(package).collect()
}

/// What is wrong with the arrows between the crates.
fn arrow_faults(manifests: &[Manifest]) -> Vec<String> {
    let folders = folders_by_package(manifests);
    let root = manifests.iter().find(|manifest| manifest.folder.is_empty()).expect("a root");
    let mut faults = Vec::new();
    for manifest in manifests.iter().filter(|manifest| manifest.get(&["package"]).is_some()) {
        let folder = &*manifest.folder;
        let Some(arrows) = ARROWS.iter().find(|arrows| arrows.of == folder) else {
            faults.push(format!("{folder} is not in ARROWS of this test"));
            continue;
        };
        for section in ["dependencies", "build-dependencies", "dev-dependencies"] {
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

/// What is wrong with the workspace: every crate is in it and has its lints. One that is excluded,
/// or is in a folder that is, is a workspace of its own.
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

#[cfg(test)]
fn some(texts: &[(&str, &str)]) -> Vec<Manifest> {
    const ROOT: &str = r#"
        [workspace]
        members = ["board", "engine", "oracle"]
        exclude = ["fuzz"]
        [workspace.dependencies]
        fast = { path = "engine", package = "the-engine" }
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
        ("board/Cargo.toml", "[lints]\nworkspace = true"),
        ("engine/Cargo.toml", "[lints.rust]\nunsafe_code = 'deny'"),
        ("fuzz/Cargo.toml", "[workspace]"),
        ("fuzz/deep/Cargo.toml", "[package]"),
        ("fuzzy/Cargo.toml", "[lints]\nworkspace = true"),
    ]));
    let lints = "engine does not inherit the lints of the workspace";
    let alone = "fuzz/deep is excluded, but no workspace of its own";
    assert_eq!(faults, [lints, alone, "fuzzy is not in the workspace"]);
}
