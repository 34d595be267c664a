//! `twinboard engine-template`. The tests in `crates/cli/tests/foreign` compile and play the
//! engines.

use std::os::unix::fs::PermissionsExt;

use super::check::programs;
use crate::prelude::*;

#[test]
fn the_engine_has_the_name_of_the_rule_set_and_the_kit_is_next_to_it() {
    for (language, engine, kit, built) in [
        ("cpp", "engine.cpp", "twinboard.hpp", "engine"),
        ("python", "engine.py", "twinboard.py", "engine.py"),
        ("javascript", "engine.js", "twinboard.js", "engine.js"),
    ] {
        let folder = folder(&[]);
        let below = folder.path().join("an engine/of mine");
        let executable = below.join(built);
        twinboard(format!("engine-template {language} --rule-set four-lamps"))
            .arg(&below)
            .assert()
            .success()
            .stderr(is_empty())
            .stdout(contains(format!("cd '{}'\n", text(&below))))
            .stdout(contains(format!("cargo run -- verify --engine '{}'\n", text(&executable))));
        let source = fs::read_to_string(below.join(engine)).unwrap();
        assert!(source.contains("four-lamps") && !source.contains("my-game"), "{source}");
        assert_eq!(names_in(&below).len(), if language == "cpp" { 3 } else { 2 });
        // What needs no compiler can be executed; the kit cannot.
        let mode = |name| fs::metadata(below.join(name)).unwrap().permissions().mode();
        assert_eq!((mode(engine) & 0o100 != 0, mode(kit) & 0o111), (language != "cpp", 0));
    }
}

#[test]
fn the_current_folder_is_the_default_and_registered_rule_sets_need_no_project() {
    run_in(folder(&[]), "engine-template python --rule-set samegame", 0)
        .stdout(contains("the start of an engine for samegame"))
        .stdout(contains("twinboard verify samegame --engine ./engine.py\n"));
}

/// Games that share their board, with their copies or with all other games: a replay has to play
/// what the campaign played beside the game, and may not ask in advance what it asks after that.
#[cfg(unix)]
#[test]
fn an_engine_whose_games_share_a_board_is_replayed_and_shrunk() {
    if programs::uci().is_none() {
        eprintln!("not tried: there is no Python");
        return;
    }
    let folder = folder(&[]);
    run_in(&folder, "engine-template python --kit-only", 0);
    let engine = folder.path().join("engine.py");
    let complete = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/engines/samegame.py");
    fs::copy(complete, &engine).unwrap();
    let source = fs::read_to_string(&engine).unwrap();
    let moves = "    def moves(self):\n";
    let aliased = format!("    def copy(self):\n        return self\n\n{moves}");
    for (words, faulty) in [(moves, &*aliased), ("self.columns", "SameGame.columns")] {
        assert!(source.contains(words), "{source}");
        fs::write(&engine, source.replace(words, faulty)).unwrap();
        run_in(&folder, "verify samegame --engine ./engine.py --seed 1 --cases 9", 1)
            .stdout(contains("did not fail again").not())
            .stdout(contains("play it again"));
    }
}

#[test]
fn the_kit_alone_needs_no_rule_set() {
    for (language, kit, files) in [
        ("cpp", "twinboard.hpp", 4),
        ("python", "twinboard.py", 3),
        ("javascript", "twinboard.js", 3),
    ] {
        let folder = folder(&[("engine.py", b"mine"), ("engine.js", b"mine")]);
        let arguments = format!("engine-template {language} --kit-only");
        run_in(&folder, &arguments, 0).stdout(contains(format!("Created {kit} in ")));
        assert_eq!(names_in(folder.path()).len(), files);
        assert!(fs::read_to_string(folder.path().join(kit)).unwrap().contains("EP-"));
        run_in(&folder, &arguments, 2).stderr(contains(format!("{kit} exists")));
        run_in(&folder, format!("{arguments} --rule-set a"), 2);
    }
}

#[test]
fn existing_files_are_refused_and_nothing_is_written() {
    for existing in ["engine.cpp", "twinboard.hpp"] {
        let folder = folder(&[(existing, b"mine")]);
        run_in(&folder, "engine-template cpp --rule-set my-game", 2)
            .stdout(is_empty())
            .stderr(contains(format!("{existing} exists")));
        assert_eq!(fs::read_to_string(folder.path().join(existing)).unwrap(), "mine");
        assert_eq!(names_in(folder.path()), [existing]);
    }
}
