//! The oracles in the box keep the laws of all games: each plays against itself, in games begun
//! anew at each position, copied, taken back and asked for illegal moves.

use predicates::str::contains;
use twinboard_harness::assert_agree;

use super::support::twinboard;

#[test]
fn every_oracle_in_the_box_agrees_with_itself() {
    // Games whose steps take a hundred times as long as those of the others.
    const SLOW: [&str; 9] = [
        "amazons",
        "backgammon",
        "chess",
        "go",
        "gomoku",
        "nine-mens-morris",
        "renju",
        "shogi",
        "xiangqi",
    ];
    let is_slow = |name: &str| name.starts_with("draughts") || SLOW.contains(&name);
    for registration in twinboard_cli::oracles() {
        let cases = if is_slow(registration.name()) { 6 } else { 100 };
        let stats = assert_agree(registration.subject(), 1, cases);
        assert!(stats.accepted > 0 && stats.skipped == 0, "{}: {stats:?}", registration.name());
    }
}

#[test]
fn perft_begins_at_the_start_of_a_game_without_a_file() {
    let count = ["perft", "--rules", "othello", "--depth", "4", "--count", "--only", "oracle"];
    twinboard(&count).assert().success().stdout(contains("    4    244\n"));
}

#[test]
fn a_case_is_printed_as_lines_to_type_to_an_engine() {
    let cases: [(&str, &[u8], &str, &str); 4] = [
        ("chess", b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n> e2e4\n", "uci", "w - - 0 1 moves e2e4\nd\n"),
        ("shogi", b"4k4/9/9/9/9/9/9/9/4K4 b Gr\n> G*5h\n", "usi", "position sfen 4k4/9/"),
        (
            "go",
            b"...\n...\n...\nko=simple suicide=no komi=0\nx to move\n> B2\n",
            "gtp",
            "boardsize 3\nclear_board\nkomi 0\nplay black B2\nshowboard\nall_legal white\n",
        ),
        (
            "xiangqi",
            b"3k5/9/9/9/9/9/9/9/9/R4K3 w\n> a1a10\n",
            "xboard",
            "variant xiangqi\nforce\nsetboard 3k5/9/9/9/9/9/9/9/9/R4K3 w 0 1\na0a9\n",
        ),
    ];
    for (rule_set, case, protocol, lines) in cases {
        let engine = format!("{protocol}:engine");
        let mut process = twinboard(&["to-test", "-r", rule_set, "--engine", &engine, "-"]);
        process.write_stdin(case).assert().success().stdout(contains(lines));
    }
}

#[test]
fn an_engine_is_named_by_a_protocol_that_its_game_has() {
    for (arguments, complaint) in [
        (["hex", "--engine", "uci:x"], "hex is not played by uci"),
        (["chess", "--engine", "uci[x]:y"], "expected uci:COMMAND or uci[NAME=VALUE,…]:COMMAND"),
        (["chess", "--witness", "x"], "expected a protocol, as in uci:x"),
        (["chess", "--engine", "uci:no-such-engine"], "cannot start no-such-engine: "),
        (["go", "--witness", "gtp:cat"], "witnesses are for engines that speak UCI or USI"),
        (["chess", "--engine", "xboard[a=b]:cat"], "options and witnesses are for engines"),
        (["chess", "--engine", "uci:false"], "the engine ended at `uci`: exit status: 1"),
    ] {
        let process = &mut twinboard(&[&["verify"][..], &arguments].concat());
        process.assert().code(2).stderr(contains(complaint));
    }
    let process = &mut twinboard(&["verify", "--engine", "env:openspiel:hex"]);
    process.assert().code(2).stderr(contains("an environment needs one rule set before it"));
    let process = &mut twinboard(&["check-env", "hex"]);
    process.assert().code(2).stderr(contains("expected env:PACKAGE:GAME"));
}
