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
