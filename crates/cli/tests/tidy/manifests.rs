//! Dependencies between the crates.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::repository::{assert_none, lists, paths, root};

/// The crates of this repository that each of them may use, all without `twinboard-` in their
/// names; after a stroke, those that only its tests and examples may use. A new crate is added with
/// the least it needs.
const ARROWS: &str = "
vocabulary:
faults:
oracle: vocabulary
engine: faults vocabulary
solver: faults vocabulary
harness: vocabulary
oracles: bridges harness vocabulary
runner:
protocol: vocabulary
bridges: vocabulary
referee: runner vocabulary
registration: bridges faults harness protocol referee runner vocabulary
games: engine faults harness oracle registration vocabulary

# What rests on the solver: who checks another rule set does not compile it.
paint-player: engine faults games harness oracle referee registration solver vocabulary

# The target of cargo-fuzz in the same comparison.
bench-fuzz: engine oracle vocabulary

# All but the two sides and the vocabulary are for the comparison with property tests.
bench: engine faults games harness oracle registration vocabulary
command: bridges faults harness protocol referee registration runner vocabulary
twinboard: command faults harness referee registration vocabulary

# The engine, for tests that replay a game which the command plays; registrations, for an example
# with games of its own; the runner, for tests that send signals to the command.
cli: command faults games harness oracles paint-player registration | engine runner vocabulary

# The command, whose output it keeps.
snapshots: | cli engine faults harness vocabulary

# Its dependencies are instrumented in every target that an outsider builds.
libfuzzer: harness
fuzz: faults games harness libfuzzer paint-player

# The projects of outsiders: engines need our rule sets and oracles, a rule set neither.
own_engine: games oracle twinboard
lights_out: twinboard
lights_out_fuzz: libfuzzer lights_out
published_engines: oracles twinboard
";

/// The line of [`ARROWS`] for a crate.
fn arrows(of: &str) -> Option<&'static str> {
    ARROWS.lines().find_map(|line| line.strip_prefix(of)?.strip_prefix(':'))
}

/// Crates that may use no crates from elsewhere but these, except in tests.
const WITHOUT_OTHERS: [(&str, &[&str]); 3] =
    [("vocabulary", &["smol_str"]), ("faults", &[]), ("oracle", &[])];

/// The name of a package without `twinboard-`.
fn short(name: &str) -> &str {
    name.strip_prefix("twinboard-").unwrap_or(name)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn dependencies(package: &Value) -> &[Value] {
    package["dependencies"].as_array().map_or(&[], Vec::as_slice)
}

/// Dependencies that are not permitted, or that go by another name than their package.
fn dependency_violations(packages: &[Value]) -> Vec<String> {
    let own: BTreeSet<&str> = packages.iter().map(|package| text(package, "name")).collect();
    let mut found = Vec::new();
    for package in packages {
        let name = short(text(package, "name"));
        let Some(arrows) = arrows(name) else {
            found.push(format!("{name} is not in ARROWS of crates/cli/tests/tidy/manifests.rs"));
            continue;
        };
        for dependency in dependencies(package) {
            let (other, is_dev) = (text(dependency, "name"), text(dependency, "kind") == "dev");
            let is_allowed = if own.contains(other) {
                let (to, in_tests) = arrows.split_once('|').unwrap_or((arrows, ""));
                lists(to, short(other)) || is_dev && lists(in_tests, short(other))
            } else {
                let few = WITHOUT_OTHERS.iter().find(|(of, _)| *of == name);
                is_dev || few.is_none_or(|(_, others)| others.contains(&other))
            };
            if !is_allowed {
                found.push(format!("{name} may not depend on {other}"));
            }
            if !dependency["rename"].is_null() {
                found.push(format!("{name} calls {other} {}", dependency["rename"]));
            }
        }
    }
    found
}

/// The packages of all workspaces of this repository, as `cargo metadata` describes them.
fn packages() -> Vec<Value> {
    let manifests = paths().into_iter().filter(|path| path.ends_with("Cargo.toml"));
    let mut seen = BTreeSet::new();
    let mut packages = Vec::new();
    for manifest in manifests {
        if seen.contains(&root().join(&manifest).to_string_lossy().into_owned()) {
            continue;
        }
        for package in metadata(&root().join(manifest)) {
            if seen.insert(text(&package, "manifest_path").to_owned()) {
                packages.push(package);
            }
        }
    }
    packages
}

fn metadata(manifest: &Path) -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version=1", "--manifest-path"]);
    let output = cargo.arg(manifest).output().expect("cargo can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    match metadata["packages"].take() {
        Value::Array(packages) => packages,
        other => panic!("no packages: {other}"),
    }
}

/// The features of all crates, as a manifest writes them: `twinboard-games/planted`.
pub(crate) fn features() -> BTreeSet<String> {
    let names = |package: Value| {
        let features = package["features"].as_object().cloned().unwrap_or_default();
        let names = features.into_iter().map(|(feature, _)| feature);
        names.map(|feature| format!("{}/{feature}", text(&package, "name"))).collect::<Vec<_>>()
    };
    packages().into_iter().flat_map(names).collect()
}

#[test]
fn crates_use_only_the_crates_they_may_and_by_their_names() {
    assert_none(&dependency_violations(&packages()));
}

/// What a fuzz target compiles and instruments: no sandbox, no referee, no command, and little else.
#[test]
fn the_facade_without_its_features_has_few_dependencies() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--package=twinboard", "--no-default-features"]);
    cargo.args(["--edges=normal", "--prefix=none", "--format={p}"]).current_dir(root());
    let output = cargo.output().expect("cargo can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let all: BTreeSet<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    let own: Vec<&str> = all.iter().filter_map(|name| name.strip_prefix("twinboard-")).collect();
    assert_eq!(own, ["faults", "harness", "registration", "vocabulary"]);
    assert!(all.len() <= 36, "{} crates: {all:?}", all.len());
}
