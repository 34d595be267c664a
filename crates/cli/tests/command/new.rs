//! `twinboard new`. The created project itself is built and tested by `.ci/run`.

use std::fs;
use std::path::Path;
use std::process::Command;

use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;

use super::support::{folder, repository, text, twinboard};

#[test]
fn a_project_has_its_name_and_the_path_of_the_checkout() {
    let folder = folder(&[]);
    let project = folder.path().join("four-lamps");
    let checkout = repository();
    let done = twinboard(&["new", text(&project), "--path", text(&checkout)]).assert();
    done.success().stderr(is_empty()).stdout(contains("cargo run -- verify"));
    let manifest = fs::read_to_string(project.join("Cargo.toml")).unwrap();
    assert!(manifest.contains("name = \"four-lamps\""), "{manifest}");
    assert!(manifest.contains("path = "), "{manifest}");
    let target = fs::read_to_string(project.join("fuzz/fuzz_targets/four_lamps.rs")).unwrap();
    assert!(
        target.contains("twinboard_libfuzzer::cases!(|| four_lamps::registration().fuzzed());"),
        "{target}"
    );
    let attributes = fs::read_to_string(project.join(".gitattributes")).unwrap();
    assert!(attributes.contains("\n* text=auto eol=lf\ncorpus/** -text\n"), "{attributes}");
    assert!(project.join("corpus/four-lamps/edge").is_dir());
}

/// Cargo's description of the package in a folder, and what it prints to standard error.
fn metadata(project: &Path) -> (Value, String) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--offline", "--no-deps", "--format-version", "1"]);
    let done = cargo.current_dir(project).output().unwrap();
    let errors = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.success(), "{}: {errors}", project.display());
    (serde_json::from_slice(&done.stdout).unwrap(), errors)
}

/// Cargo refuses a package in a workspace that does not list it, and ignores profiles of members.
#[test]
fn a_project_works_in_every_kind_of_workspace() {
    let package = "[package]\nname = \"host\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let with = |workspace: &str| format!("{package}[workspace]\n{workspace}\n");
    // What is around the project in `games/lamps`, and whether that is a member of it.
    for (manifest, is_member) in [
        (String::new(), false),
        (package.to_owned(), false),
        (with(""), false),
        (with("members = [\"games/*\"]\nexclude = [\"games/lamps\"]"), false),
        (with("members = [\"games/*\"]"), true),
        (with("members = [\"./games/lamps\"]\nresolver = \"3\"").replace(package, ""), true),
    ] {
        let folder = folder(&[]);
        let project = folder.path().join("games/lamps");
        if !manifest.is_empty() {
            fs::create_dir(folder.path().join("src")).unwrap();
            fs::write(folder.path().join("src/lib.rs"), "").unwrap();
            fs::write(folder.path().join("Cargo.toml"), &manifest).unwrap();
        }
        let done = twinboard(&["new", text(&project), "--path", text(&repository())]).assert();
        let hint = "[profile.dev.package.lamps]\nopt-level = 1\n";
        done.success().stdout(predicate::function(|out: &str| out.contains(hint) == is_member));
        let (described, errors) = metadata(&project);
        let root = if is_member { folder.path() } else { &project };
        let root = root.canonicalize().unwrap();
        assert_eq!(described["workspace_root"], text(&root), "{manifest}");
        assert_eq!(errors, "", "{manifest}");
        metadata(&project.join("fuzz"));
        if !manifest.is_empty() {
            metadata(folder.path());
        }
    }
}

#[test]
fn a_project_in_a_repository_says_where_its_workflow_belongs() {
    let folder = folder(&[]);
    let workflow = |project: &Path| {
        let done = twinboard(&["new", text(project)]).assert().success();
        let said = String::from_utf8(done.get_output().stdout.clone()).unwrap();
        (fs::read_to_string(project.join(".github/workflows/ci.yml")).unwrap(), said)
    };
    let (alone, said) = workflow(&folder.path().join("alone"));
    assert!(!alone.contains("working-directory") && !said.contains("workflows"), "{said}{alone}");
    fs::create_dir_all(folder.path().join("large/.git")).unwrap();
    let (within, said) = workflow(&folder.path().join("large/games/lamps"));
    let expected =
        "  test:\n    defaults:\n      run:\n        working-directory: \"games/lamps\"\n";
    assert!(within.contains(expected), "{within}");
    let place = folder.path().join("large/.github/workflows/lamps.yml");
    assert!(
        said.contains(&format!("move .github/workflows/ci.yml\nto {}", text(&place))),
        "{said}"
    );
}

#[test]
fn without_a_checkout_the_dependencies_are_versions() {
    let folder = folder(&[]);
    let project = folder.path().join("lamps");
    twinboard(&["new", text(&project)]).assert().success();
    let manifest = fs::read_to_string(project.join("Cargo.toml")).unwrap();
    assert!(!manifest.contains("path = \"/") && manifest.contains("version = \"0."), "{manifest}");
}

#[test]
fn taken_folders_invalid_names_and_wrong_checkouts_are_refused() {
    let folder = folder(&[]);
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("taken")).unwrap();
    fs::write(path("taken/mine.txt"), "mine").unwrap();
    let refused = |arguments: &[&str], why: &str| {
        let done = twinboard(&[&["new"], arguments].concat()).assert();
        done.code(2).stdout(is_empty()).stderr(contains(why.to_owned()));
    };
    refused(&[text(&path("taken"))], "exists and is not empty");
    refused(&[text(&path("No_Name"))], "is not a valid name for a crate");
    refused(&[text(&path("game")), "--path", text(&path("taken"))], "is not a clone of Twinboard");
    refused(&[text(&path("game")), "--path", text(&path("nowhere"))], "nowhere");
    assert!(!path("game").exists());
    let entries = fs::read_dir(path("taken")).unwrap().count();
    assert!(predicate::eq(1).eval(&entries), "nothing was added");
}
