//! Files that a command writes: none takes the place of another one in silence.

use std::os::unix::fs::symlink;

use crate::prelude::*;

const BOARD: (&str, &[u8]) = ("board.txt", b"2\n1 #\n# #\n");

/// A command in a folder that is refused before it prints results. The folder stays as it is.
fn refused(folder: &TempDir, arguments: &str, complaint: &str) {
    let before = contents(folder);
    run_in(folder, arguments, 2).stdout(is_empty()).stderr(contains(complaint));
    assert_eq!(contents(folder), before, "{arguments}");
}

/// Paths and texts of all files below a folder.
fn contents(folder: &TempDir) -> Vec<(String, Vec<u8>)> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let files = files.filter(|entry| entry.file_type().is_file());
    let read = |path: &Path| (path.display().to_string(), fs::read(path).unwrap());
    files.map(|entry| read(entry.path())).collect()
}

#[test]
fn two_outputs_to_one_file_are_refused() {
    let folder = folder(&[BOARD, ("sub/empty.txt", b"")]);
    symlink("board.txt", folder.path().join("link.txt")).unwrap();
    symlink("sub", folder.path().join("other")).unwrap();
    let verify = "verify samegame --cases 1 --engine samegame";
    for (arguments, complaint) in [
        (&*format!("{verify} --json new --html ./new"), "--json and --html both write ./new"),
        (
            &format!("{verify} --json other/new --html sub/new"),
            "--json and --html both write sub/new",
        ),
        ("check samegame --cases 1 --json a --junit a -- cat", "--json and --junit both write a"),
    ] {
        refused(&folder, arguments, complaint);
    }
    for name in ["board.txt", "link.txt", "sub/../board.txt"] {
        let complaint = format!("--json would overwrite {name} of FILE");
        refused(&folder, &format!("solve paint board.txt --json {name}"), &complaint);
    }
    // Several outputs may be dropped.
    twinboard(format!("{verify} --json /dev/null --html /dev/null")).assert().success();
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_anything_is_played() {
    let folder = folder(&[BOARD, ("sub/case.txt", b"1 1\n0\n0 0\n")]);
    for (command, arguments) in [
        ("verify --json", "samegame --cases 1"),
        ("verify --html", "samegame --cases 1"),
        ("verify --junit", "samegame --cases 1"),
        ("diff --html", "sub/case.txt"),
        ("check --json", "samegame --cases 1 -- false"),
    ] {
        for (path, complaint) in [
            ("sub", "error: cannot write sub: is a directory"),
            ("board.txt/new", "error: cannot write board.txt/new: Not a dir"),
            ("new/", "error: cannot write new/: is a directory"),
        ] {
            refused(&folder, &format!("{command} {path} {arguments}"), complaint);
        }
    }
    refused(&folder, "verify samegame --cases 1 --json /proc/new", "cannot write /proc/new: ");
}

/// A CI service repeats a command, and a user mistypes one.
#[test]
fn an_output_replaces_a_file_of_this_program_and_no_other() {
    let folder = folder(&[
        ("notes.txt", b"my notes\n"),
        ("site.html", b"<!doctype html>\n<title>mine</title>\n"),
        ("data.json", b"{\n  \"version\": 1\n}\n"),
        BOARD,
        ("case.txt", b"1 1\n0\n0 0\n"),
        ("engine.sh", b"read line\nprintf '1 hello 2\\nprotocol 1\\nrule-set samegame\\n'\n"),
        ("empty/.keep", b""),
    ]);
    symlink("notes.txt", folder.path().join("link")).unwrap();
    let verify = "verify samegame --cases 1 --corpus empty --engine samegame";
    for (number, (command, option, code)) in [
        (verify, "--json", 0),
        (verify, "--junit", 0),
        (verify, "--html", 0),
        ("diff case.txt --engine 'sh engine.sh'", "--transcript", 1),
        ("show case.txt", "--html", 0),
    ]
    .into_iter()
    .enumerate()
    {
        for other in ["notes.txt", "link", "site.html", "data.json", "case.txt"] {
            if !command.contains(other) {
                let complaint = format!("{option}: {other} exists and is not ");
                refused(&folder, &format!("{command} {option} {other}"), &complaint);
            }
        }
        let path = folder.path().join(number.to_string());
        fs::write(&path, "").unwrap();
        let again = format!("{command} {option} {number}");
        for _ in 0..2 {
            run_in(&folder, &again, code);
            assert_ne!(fs::read(&path).unwrap(), b"", "{option}");
        }
        fs::write(&path, "my notes").unwrap();
        refused(&folder, &again, "choose another file");
    }
    // What standard output was redirected to is no file of an option.
    let log = fs::OpenOptions::new().append(true).open(folder.path().join("notes.txt")).unwrap();
    let mut command = process(format!("{verify} --json /dev/stdout"));
    assert!(command.current_dir(&folder).stdout(log).status().unwrap().success());
    let log = fs::read_to_string(folder.path().join("notes.txt")).unwrap();
    assert!(log.starts_with("my notes\n") && log.contains("\"document\": \"verify\""), "{log}");
    assert!(log.contains(": no divergence"), "{log}");
}

/// A match that saves its games.
const MATCH: &str = "match paint --a random --b greedy --boards board.txt --out games";

#[test]
fn results_do_not_overwrite_a_checkpoint_or_a_journal() {
    let folder = folder(&[BOARD]);
    let small = "exhaust samegame --shapes 1x1 --resume kept.json --json";
    for name in ["kept.json", "./kept.json"] {
        let complaint = format!("--json would overwrite {name} of --resume");
        refused(&folder, &format!("{small} {name}"), &complaint);
        run_in(&folder, format!("{small} results.json"), 0);
    }
    let merge = "exhaust merge kept.json --json kept.json";
    refused(&folder, merge, "--json would overwrite kept.json of FILE");

    let journal = "games/games.jsonl";
    let belongs = "which belongs to the games in games";
    refused(&folder, &format!("{MATCH} --json {journal}"), belongs);
    run_in(&folder, MATCH, 0);
    symlink("games", folder.path().join("link")).unwrap();
    let other = "exists and is not";
    for (output, complaint) in
        [(journal, other), ("link/games.jsonl", other), ("games/cases/new.json", belongs)]
    {
        for option in ["--json", "--html"] {
            refused(&folder, &format!("match --resume games {option} {output}"), complaint);
        }
    }
    run_in(&folder, "match --resume games --json games/results.json", 0);
}

#[test]
fn an_edited_input_is_not_overwritten() {
    let folder = folder(&[]);
    let generate = "generate paint --group 1 --seed 4 --count 2 --out .";
    run_in(&folder, generate, 0);
    let whole = contents(&folder);
    run_in(&folder, generate, 0);
    let edited = folder.path().join("paint-group-1-seed-5.txt");
    fs::write(&edited, "1\n1\n").unwrap();
    let complaint = "./paint-group-1-seed-5.txt has other contents than this input";
    run_in(&folder, generate, 2).stderr(contains(complaint));
    assert_eq!(fs::read_to_string(&edited).unwrap(), "1\n1\n");
    fs::remove_file(&edited).unwrap();
    run_in(&folder, generate, 0);
    assert_eq!(contents(&folder), whole);
}

/// The folder with the evidence of the only failure.
fn evidence(folder: &TempDir) -> PathBuf {
    only_file(&folder.path().join("out"))
}

#[test]
fn evidence_of_an_earlier_run_does_not_stay_beside_that_of_another() {
    let folder = folder(&[("empty/.keep", b"")]);
    let check = |program: &str| {
        fs::write(folder.path().join("program"), program).unwrap();
        let program = quoted(folder.path()).into_owned() + "/program";
        run_in(
            &folder,
            format!("check samegame --seed 1 --limit 60s --out out -- sh {program}"),
            1,
        );
        names_in(&evidence(&folder))
    };
    let first = check("echo why >&2; echo x");
    assert_eq!(first, ["errors.txt", "expected.txt", "input.txt", "printed.txt"]);
    let kept = evidence(&folder);
    fs::write(kept.join("notes.txt"), "mine").unwrap();
    let without_errors = ["expected.txt", "input.txt", "notes.txt", "printed.txt"];
    assert_eq!(check("exit 3"), without_errors);
    // The command that repeats the failure may have left links under these names.
    fs::remove_file(kept.join("printed.txt")).unwrap();
    symlink("notes.txt", kept.join("printed.txt")).unwrap();
    symlink("nowhere", kept.join("errors.txt")).unwrap();
    assert_eq!(check("echo x"), without_errors);
    assert_eq!(fs::read_to_string(kept.join("notes.txt")).unwrap(), "mine");
}

#[test]
fn what_is_kept_goes_to_plain_files_only() {
    let folder = folder(&[BOARD, ("empty/.keep", b"")]);
    fs::create_dir(folder.path().join("games")).unwrap();
    let journal = folder.path().join("games/games.jsonl");
    make_pipe(&journal);
    run_in(&folder, MATCH, 2).stderr(contains("games/games.jsonl is no plain file"));
    for device in ["/dev/full", "/dev/zero", "/dev/null"] {
        fs::remove_file(&journal).unwrap();
        symlink(device, &journal).unwrap();
        run_in(&folder, MATCH, 2).stderr(contains("games/games.jsonl is no plain file"));
        run_in(&folder, "match --resume games", 2).stderr(contains("is no plain file"));
    }
    // The evidence of a failure of a program.
    let check = "check samegame --seed 1 --cases 3 --corpus empty --out out -- false";
    run_in(&folder, check, 1);
    let input = evidence(&folder).join("input.txt");
    fs::remove_file(&input).unwrap();
    make_pipe(&input);
    run_in(&folder, check, 1).stderr(contains("input.txt is no plain file"));
}
