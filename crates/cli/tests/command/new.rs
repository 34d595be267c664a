//! `twinboard new`. The created project itself is built and tested by `.ci/run`.

use crate::prelude::*;

/// Creates a project in a folder, with the path of the checkout.
fn create(folder: &TempDir, project: &str) -> Assert {
    run_in(folder, format!("new {project} --path {}", quoted(&repository())), 0)
}

#[test]
fn a_project_has_its_name_and_the_path_of_the_checkout() {
    let folder = folder(&[]);
    let project = folder.path().join("four-lamps");
    create(&folder, "four-lamps").stderr(is_empty()).stdout(contains("cargo run -- verify"));
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

/// Cargo refuses a package in a workspace that does not list it, unless it is one itself.
#[test]
fn a_project_works_inside_another_package_and_its_workspace() {
    let package = "[package]\nname = \"host\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    for manifest in [package.to_owned(), format!("{package}[workspace]\n")] {
        let folder = folder(&[("src/lib.rs", b""), ("Cargo.toml", manifest.as_bytes())]);
        create(&folder, "games/lamps");
        let project = folder.path().join("games/lamps");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["metadata", "--offline", "--no-deps", "--format-version", "1"]);
        let described = cargo.current_dir(&project).output().unwrap();
        let described: Value = serde_json::from_slice(&described.stdout).unwrap();
        let root = project.canonicalize().unwrap();
        assert_eq!(described["workspace_root"], text(&root), "{manifest}");
    }
}

#[test]
fn without_a_checkout_the_dependencies_are_versions() {
    let folder = folder(&[]);
    run_in(&folder, "new lamps", 0);
    let manifest = fs::read_to_string(folder.path().join("lamps/Cargo.toml")).unwrap();
    assert!(!manifest.contains("path = \"/") && manifest.contains("version = \"0."), "{manifest}");
}

#[test]
fn taken_folders_invalid_names_and_wrong_checkouts_are_refused() {
    let folder = folder(&[("taken/mine.txt", b"mine")]);
    for (arguments, why) in [
        ("taken", "exists and is not empty"),
        ("No_Name", "is not a valid name for a crate"),
        ("game --path taken", "is not a clone of Twinboard"),
        ("game --path nowhere", "nowhere"),
    ] {
        run_in(&folder, format!("new {arguments}"), 2).stdout(is_empty()).stderr(contains(why));
    }
    assert_eq!(names_in(folder.path()), ["taken"]);
    assert_eq!(names_in(&folder.path().join("taken")), ["mine.txt"], "nothing was added");
}
