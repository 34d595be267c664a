//! Programs as players: the ways to start them, and their faults.

use super::{DRAW, ONES, PAINTS, boards, nothing_is_left, played, script};
use crate::check::programs::player;
use crate::prelude::*;

/// The first fault that this player makes on a board, moving first, against `random`.
fn fault(player: &str, arguments: &str) -> Value {
    fault_on(ONES, player, arguments)
}

fn fault_on(board: &[u8], player: &str, arguments: &str) -> Value {
    let folder = boards(&[board]);
    let json = played(&folder, &format!("match paint --b random --a {player} {arguments}"));
    let game = &json["games"][0];
    assert_eq!(game["winner"], "second", "{game}");
    assert!(board != ONES || json["standings"][1]["points"] == 0.0, "{json}");
    nothing_is_left(&folder);
    game["fault"].clone()
}

#[test]
fn all_faults_have_their_kinds() {
    let several = "i=0; while [ $i -lt 70 ]; do sleep 20 & i=$((i + 1)); done; wait";
    for (player, arguments, kind) in [
        ("sleep 100", "--time 300ms", "late"),
        (":", "", "no-answer"),
        ("mkdir game.out", "", "no-answer"),
        ("mkfifo game.out", "", "no-answer"),
        ("ln -s game.in game.out", "", "no-answer"),
        ("> game.out", "", "unreadable"),
        ("echo 1 0 x > game.out", "", "unreadable"),
        ("echo 2 0 0 > game.out", "", "unreadable"),
        ("yes > game.out", "", "too-much-output"),
        ("yes", "", "too-much-output"),
        ("yes >&2", "", "too-much-output"),
        (several, "--time 20s", "too-many-processes"),
    ] {
        assert_eq!(fault(&script("bad", player), arguments)["kind"], kind, "{player}");
    }
    let doubles = r#"awk "BEGIN { s = 1; while (1) s = s s }" || exit 9"#;
    for (player, arguments, end) in [
        ("exit 7", "", ("code", 7)),
        ("kill -SEGV $$", "", ("signal", 11)),
        // A signal to the launcher, which it can reach here, ends no match.
        ("kill -INT $PPID; sleep 9", "--isolation none", ("signal", 2)),
        // An answer that was given before the crash does not count (PT-33).
        ("echo 1 0 0 > game.out; exit 1", "", ("code", 1)),
        (doubles, "--memory 64", ("code", 9)),
    ] {
        let (how, number) = end;
        let crash = json!({ "kind": "crash", how: number });
        assert_eq!(fault(&script("bad", player), arguments), crash, "{player}");
    }
    let programs = folder(&[]);
    let path = programs.path().join("player");
    write_program(&path, "#!/nowhere/at/all\n");
    assert_eq!(fault(&quoted(&path), "")["kind"], "not-started");
}

#[test]
fn invalid_moves_are_named_by_their_clause() {
    for (slip, clause, board) in [
        ("answers-0", "PT-9", &b"1\n1\n"[..]),
        ("corners-connect", "PT-13", b"2\n# #\n# 2\n"),
        ("one-too-few", "PT-16", b"2\n# #\n# 2\n"),
        ("takes-a-zero", "PT-16", b"2\n# 0\n1 #\n"),
        // Its second move is beside its first.
        ("touches-paint", "PT-17", b"3\n1 1 1\n1 1 1\n1 1 1\n"),
    ] {
        let fault = fault_on(board, &format!("'{} {slip}'", player()), "");
        assert_eq!(
            (&fault["kind"], &fault["clause"]),
            (&"invalid".into(), &clause.into()),
            "{slip}"
        );
    }
}

#[test]
fn an_old_answer_is_never_read_again() {
    let folder = boards(&[ONES]);
    // A player that answers its first board only.
    let state = folder.path().join("state");
    let once = format!("test -e {0} && exit 0; > {0}; echo 1 0 0 > game.out", text(&state));
    let once = script("once", &once);
    let json = played(&folder, &format!("match paint --isolation none --a {once} --b random"));
    let game = &json["games"][0];
    assert_eq!(game["moves"], 2, "{game}");
    assert_eq!(game["fault"], json!({"kind": "no-answer", "reason": "there is no game.out"}));
}

#[test]
fn a_player_may_use_its_standard_streams() {
    let player = format!("ones=sh -c 'test ! -e game.in && awk \"$0\"' '{PAINTS}'");
    let games = |stdio| {
        let player = shell_words::quote(&player);
        played(&boards(&[ONES]), &format!("match paint {stdio} --a {player} --b random"))
    };
    for game in games("--stdio")["games"].as_array().unwrap() {
        assert_eq!((&game["fault"], &game["moves"]), (&json!(null), &json!(3)), "{game}");
    }
    // Without --stdio the board is in a file, and the player refuses to start.
    assert_eq!(games("")["games"][0]["fault"]["kind"], "crash");
}

#[test]
fn relative_paths_of_a_command_refer_to_the_current_folder() {
    let folder = boards(&[ONES]);
    fs::write(folder.path().join("ones.awk"), PAINTS).unwrap();
    let json = played(&folder, "match paint --stdio --a 'awk -f ones.awk' --b random");
    assert_eq!(json["games"][0]["players"], json!(["ones.awk", "random"]));
    assert_eq!(json["games"][0]["fault"], json!(null));
}

#[test]
fn exchange_files_among_the_arguments_are_those_of_the_program() {
    let folder = boards(&[DRAW]);
    // A board without a move, and a text of the user's.
    write_files(folder.path(), &[("game.in", b"1\n#\n"), ("game.out", b"mine")]);
    let games = |stdio, player: &str| {
        let player = shell_words::quote(player);
        played(&folder, &format!("match paint {stdio} --a {player} --b random"))
    };
    let player = format!("sh -c 'awk \"$0\" \"$1\" > \"$2\"' '{PAINTS}' game.in game.out");
    let json = games("", &player);
    assert_eq!(json["games"][0]["fault"], Value::Null, "{json}");
    assert_eq!(json["settings"]["players"][0]["name"], "sh");
    assert_eq!(fs::read_to_string(folder.path().join("game.out")).unwrap(), "mine");
    // On its standard streams a program has no such files, so these are the user's.
    fs::remove_dir_all(folder.path().join("games")).unwrap();
    let json = games("--stdio", "cat=sh -c 'cat \"$0\" >&2; exit 3' game.out");
    assert_eq!(json["games"][0]["errors"], "mine");
}
