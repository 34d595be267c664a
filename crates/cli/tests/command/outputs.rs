//! Files that a command writes: none takes the place of another one in silence.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use predicates::str::{contains, is_empty};
use tempfile::TempDir;

use super::support::{folder, process, text, twinboard};

/// A command in a folder that ends with this code.
fn run(folder: &TempDir, arguments: &[&str], code: i32) -> assert_cmd::assert::Assert {
    twinboard(arguments).current_dir(folder.path()).assert().code(code)
}

/// A command in a folder that is refused before it prints results. The folder stays as it is.
fn refused(folder: &TempDir, arguments: &[&str], complaint: &str) {
    let before = contents(folder.path());
    run(folder, arguments, 2).stdout(is_empty()).stderr(contains(complaint));
    assert_eq!(contents(folder.path()), before, "{arguments:?}");
}

/// Paths and texts of all files below a folder.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let files = files.filter(|entry| entry.file_type().is_file());
    let read = |path: &Path| (path.display().to_string(), fs::read(path).unwrap());
    files.map(|entry| read(entry.path())).collect()
}

#[test]
fn two_outputs_to_one_file_are_refused() {
    let folder = folder(&[("board.txt", b"2\n1 #\n# #\n"), ("sub/empty.txt", b"")]);
    symlink("board.txt", folder.path().join("link.txt")).unwrap();
    symlink("sub", folder.path().join("other")).unwrap();
    let verify = ["verify", "samegame", "--cases", "1", "--engine", "samegame"];
    let both = |json, html| [&verify[..], &["--json", json, "--html", html]].concat();
    refused(&folder, &both("new", "./new"), "--json and --html both write ./new");
    refused(&folder, &both("other/new", "sub/new"), "--json and --html both write sub/new");
    let check = ["check", "samegame", "--cases", "1", "--json", "a", "--junit", "a", "--", "cat"];
    refused(&folder, &check, "--json and --junit both write a");
    for name in ["board.txt", "link.txt", "sub/../board.txt"] {
        let solve = ["solve", "paint", "board.txt", "--json", name];
        refused(&folder, &solve, &format!("--json would overwrite {name} of FILE"));
    }
    // Several outputs may be dropped.
    twinboard(&both("/dev/null", "/dev/null")).assert().success();
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_anything_is_played() {
    let folder = folder(&[("board.txt", b"2\n1 #\n# #\n"), ("sub/case.txt", b"1 1\n0\n0 0\n")]);
    let verify = ["verify", "samegame", "--cases", "1"];
    let diff = ["diff", "sub/case.txt"];
    for (command, option) in [
        (&verify[..], "--json"),
        (&verify, "--html"),
        (&verify, "--junit"),
        (&diff, "--html"),
        (&["check", "samegame", "--cases", "1", "--", "false"], "--json"),
    ] {
        let with = |path| [&[command[0], option, path], &command[1..]].concat();
        refused(&folder, &with("sub"), "error: cannot write sub: is a directory");
        refused(&folder, &with("board.txt/new"), "error: cannot write board.txt/new: Not a dir");
        refused(&folder, &with("new/"), "error: cannot write new/: is a directory");
    }
    refused(&folder, &[&verify[..], &["--json", "/proc/new"]].concat(), "cannot write /proc/new: ");
}

/// A CI service repeats a command, and a user mistypes one.
#[test]
fn an_output_replaces_a_file_of_this_program_and_no_other() {
    let engine: &[u8] = b"read line\nprintf '1 hello 2\\nprotocol 1\\nrule-set samegame\\n'\n";
    let folder = folder(&[
        ("notes.txt", b"my notes\n"),
        ("site.html", b"<!doctype html>\n<title>mine</title>\n"),
        ("data.json", b"{\n  \"version\": 1\n}\n"),
        ("board.txt", b"2\n1 #\n# #\n"),
        ("case.txt", b"1 1\n0\n0 0\n"),
        ("engine.sh", engine),
        ("empty/.keep", b""),
    ]);
    symlink("notes.txt", folder.path().join("link")).unwrap();
    let verify =
        ["verify", "samegame", "--cases", "1", "--corpus", "empty", "--engine", "samegame"];
    let show = ["show", "case.txt"];
    let commands: [(&[&str], &str, i32); 5] = [
        (&verify, "--json", 0),
        (&verify, "--junit", 0),
        (&verify, "--html", 0),
        (&["diff", "case.txt", "--engine", "sh engine.sh"], "--transcript", 1),
        (&show, "--html", 0),
    ];
    for (number, (command, option, code)) in commands.into_iter().enumerate() {
        let written = |path: &str| {
            run(&folder, &[command, &[option, path]].concat(), code);
            assert_ne!(fs::read(folder.path().join(path)).unwrap(), b"", "{option}");
        };
        for other in ["notes.txt", "link", "site.html", "data.json", "case.txt"] {
            if command.contains(&other) {
                continue;
            }
            let complaint = format!("{option}: {other} exists and is not ");
            refused(&folder, &[command, &[option, other]].concat(), &complaint);
        }
        let path = format!("{number}");
        fs::write(folder.path().join(&path), "").unwrap();
        written(&path);
        written(&path);
        fs::write(folder.path().join(&path), "my notes").unwrap();
        let again = [command, &[option, &*path]].concat();
        refused(&folder, &again, "choose another file");
    }
    // What standard output was redirected to is no file of an option.
    let log = fs::OpenOptions::new().append(true).open(folder.path().join("notes.txt")).unwrap();
    let mut command = process(&[&verify[..], &["--json", "/dev/stdout"]].concat());
    assert!(command.current_dir(folder.path()).stdout(log).status().unwrap().success());
    let log = fs::read_to_string(folder.path().join("notes.txt")).unwrap();
    assert!(log.starts_with("my notes\n") && log.contains("\"document\": \"verify\""), "{log}");
    assert!(log.contains(": no divergence"), "{log}");
}

#[test]
fn results_do_not_overwrite_a_checkpoint_or_a_journal() {
    let folder = folder(&[("board.txt", b"2\n1 #\n# #\n")]);
    let small = ["exhaust", "samegame", "--shapes", "1x1", "--resume", "kept.json", "--json"];
    let with = |json| [&small[..], &[json]].concat();
    refused(&folder, &with("kept.json"), "--json would overwrite kept.json of --resume");
    run(&folder, &with("results.json"), 0);
    refused(&folder, &with("./kept.json"), "--json would overwrite ./kept.json of --resume");
    let merge = ["exhaust", "merge", "kept.json", "--json", "kept.json"];
    refused(&folder, &merge, "--json would overwrite kept.json of FILE");

    let games = ["match", "paint", "--a", "random", "--b", "greedy", "--boards", "board.txt"];
    let begin = [&games[..], &["--out", "games"]].concat();
    let journal = "games/games.jsonl";
    let belongs = "which belongs to the games in games";
    refused(&folder, &[&begin[..], &["--json", journal]].concat(), belongs);
    run(&folder, &begin, 0);
    symlink("games", folder.path().join("link")).unwrap();
    let other = "exists and is not";
    for (output, complaint) in
        [(journal, other), ("link/games.jsonl", other), ("games/cases/new.json", belongs)]
    {
        for option in ["--json", "--html"] {
            let resume = ["match", "--resume", "games", option, output];
            refused(&folder, &resume, complaint);
        }
    }
    run(&folder, &["match", "--resume", "games", "--json", "games/results.json"], 0);
}

#[test]
fn an_edited_input_is_not_overwritten() {
    let folder = folder(&[]);
    let generate =
        ["generate", "paint", "--group", "1", "--seed", "4", "--count", "2", "--out", "."];
    run(&folder, &generate, 0);
    let whole = contents(folder.path());
    run(&folder, &generate, 0);
    let edited = folder.path().join("paint-group-1-seed-5.txt");
    fs::write(&edited, "1\n1\n").unwrap();
    let complaint = "./paint-group-1-seed-5.txt has other contents than this input";
    run(&folder, &generate, 2).stderr(contains(complaint));
    assert_eq!(fs::read_to_string(&edited).unwrap(), "1\n1\n");
    fs::remove_file(&edited).unwrap();
    run(&folder, &generate, 0);
    assert_eq!(contents(folder.path()), whole);
}

#[test]
fn evidence_of_an_earlier_run_does_not_stay_beside_that_of_another() {
    let folder = folder(&[("empty/.keep", b"")]);
    let names = || {
        let kept = fs::read_dir(folder.path().join("out")).unwrap().next().unwrap().unwrap();
        let names = fs::read_dir(kept.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        (kept.path(), names)
    };
    let check = |program: &str| {
        fs::write(folder.path().join("program"), program).unwrap();
        let short = ["check", "paint", "--seed", "1", "--limit", "60s", "--out", "out", "--"];
        let program = folder.path().join("program");
        run(&folder, &[&short[..], &["sh", text(&program)]].concat(), 1);
    };
    check("echo why >&2; echo 1 0 x > game.out");
    let (kept, first) = names();
    assert_eq!(first, ["case.txt", "errors.txt", "game.in", "game.out"]);
    fs::write(kept.join("notes.txt"), "mine").unwrap();
    check("exit 3");
    let (_, second) = names();
    assert_eq!(second, ["case.txt", "game.in", "notes.txt"]);
    // The command that repeats the failure may have left links under these names.
    symlink("notes.txt", kept.join("game.out")).unwrap();
    symlink("nowhere", kept.join("errors.txt")).unwrap();
    check("exit 3");
    assert_eq!(names().1, second);
    symlink("notes.txt", kept.join("game.out")).unwrap();
    check("echo 1 0 x > game.out");
    assert_eq!(names().1, ["case.txt", "game.in", "game.out", "notes.txt"]);
    assert_eq!(fs::read_to_string(kept.join("notes.txt")).unwrap(), "mine");
}

#[test]
fn what_is_kept_goes_to_plain_files_only() {
    let folder = folder(&[("board.txt", b"2\n1 #\n# #\n"), ("empty/.keep", b"")]);
    let path = |name: &str| folder.path().join(name);
    let games = ["match", "paint", "--a", "random", "--b", "greedy", "--boards", "board.txt"];
    let games = [&games[..], &["--out", "games"]].concat();
    fs::create_dir(path("games")).unwrap();
    let journal = path("games/games.jsonl");
    let pipe = |path: &Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    pipe(&journal);
    run(&folder, &games, 2).stderr(contains("games/games.jsonl is no plain file"));
    for device in ["/dev/full", "/dev/zero", "/dev/null"] {
        fs::remove_file(&journal).unwrap();
        symlink(device, &journal).unwrap();
        run(&folder, &games, 2).stderr(contains("games/games.jsonl is no plain file"));
        run(&folder, &["match", "--resume", "games"], 2).stderr(contains("is no plain file"));
    }
    // The evidence of a failure of a program.
    let check = ["check", "samegame", "--seed", "1", "--cases", "3", "--corpus", "empty"];
    let check = [&check[..], &["--out", "out", "--", "false"]].concat();
    run(&folder, &check, 1);
    let kept = fs::read_dir(path("out")).unwrap().next().unwrap().unwrap().path();
    fs::remove_file(kept.join("input.txt")).unwrap();
    pipe(&kept.join("input.txt"));
    run(&folder, &check, 1).stderr(contains("input.txt is no plain file"));
}
