//! `twinboard new`. The created project itself is built and tested by `.ci/run`.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

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
