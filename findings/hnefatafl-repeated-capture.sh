#!/usr/bin/env bash
# crates.io, 2026-11-30: hnefatafl-copenhagen 6.4.1, without its default features. The defender must not repeat a
# position. One guesses that a capture is never refused for that, as there are fewer pieces afterwards. The board is
# compared before the captured pieces are taken off. An attacker has moved in between two defenders, which is safe; one
# of them steps away and comes back two moves later, so that the attacker is captured. If the other pieces stand as
# when the attacker came, that is `RepeatMove`; if the attacker's last move was another one, the attacker is captured.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "seen"
version = "0.0.0"
edition = "2024"
[dependencies]
hnefatafl-copenhagen = { version = "=6.4.1", default-features = false }
[profile.dev]
debug = false
TOML
cat > "$work/src/main.rs" <<'RUST'
use hnefatafl_copenhagen::game::Game;

fn main() {
    for waits in ["b3 b2", "b3 b4"] {
        let mut game = Game::default();
        println!("before the capture {waits}:");
        for (ply, it) in ["a4 b4", "h6 h8", "g11 g8", "h8 h9", "b4 b3", "h9 h10", waits, "h10 h8"].iter().enumerate() {
            let role = ["attacker", "defender"][ply % 2];
            let answer = game.read_line(&format!("play {role} {it}"));
            if ply == 7 || answer.is_err() {
                println!("  {role} {it}: {answer:?}, captured {}", game.board.captured().attacker);
            }
        }
    }
}
RUST
cd "$work"
cargo fetch --quiet || exit 2
cargo run --quiet 2> /dev/null > seen
cat seen
diff seen - <<'SEEN'
before the capture b3 b2:
  defender h10 h8: Ok(Some("g8 ")), captured 1
before the capture b3 b4:
  defender h10 h8: Err(RepeatMove), captured 0
SEEN
