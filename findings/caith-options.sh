#!/usr/bin/env bash
# crates.io, 2026-11-30: caith 4.2.4, dice of role-playing games, with rand 0.8.5 and a seed. Its page says that options
# can be combined. One guesses that `3d6 ir1` (throw again what is 1) is at least 6, that `6d10 K2 t8` (keep the two
# highest, count those of 8 and more) is at most 2, that `4d6 D1 d1` (without the highest and the lowest) is the sum of
# the two in the middle, at most 12, and that `3d6 K2 r1` is a sum of two dice. `ir` is 0 if no die had to be thrown
# again. After `K`, `k`, `D` or `d` a target counts all dice and those kept once more. Of two options to keep or drop
# only the last has an effect. Of `K2 r1` all dice and the kept ones once more are added.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "seen"
version = "0.0.0"
edition = "2021"
[dependencies]
caith = "=4.2.4"
rand = "=0.8.5"
TOML
cat > "$work/src/main.rs" <<'RUST'
use caith::Roller;
use rand::{rngs::StdRng, SeedableRng};

fn main() {
    let mut rng = StdRng::seed_from_u64(7);
    for (text, low, high) in [
        ("4d6 K3", 3, 18),
        ("6d10 t8", 0, 6),
        ("3d6 r1", 3, 18),
        ("4d6 e6 K3", 3, 18),
        ("3d6 ir1", 6, 18),
        ("6d10 K2 t8", 0, 2),
        ("4d6 D1 d1", 2, 12),
        ("3d6 K2 r1", 2, 12),
    ] {
        let (mut outside, mut example) = (0, String::new());
        for _ in 0..1000 {
            let roll = Roller::new(text).unwrap().roll_with(&mut rng).unwrap();
            if !(low..=high).contains(&roll.as_single().unwrap().get_total()) {
                outside += 1;
                example = roll.as_single().unwrap().to_string(false);
            }
        }
        println!("{text}, {low} to {high}: {outside} of 1000 outside; {example}");
    }
}
RUST
cd "$work"
cargo fetch --quiet || exit 2
cargo run --quiet 2> /dev/null > seen
cat seen
diff seen - <<'SEEN'
4d6 K3, 3 to 18: 0 of 1000 outside; 
6d10 t8, 0 to 6: 0 of 1000 outside; 
3d6 r1, 3 to 18: 0 of 1000 outside; 
4d6 e6 K3, 3 to 18: 0 of 1000 outside; 
3d6 ir1, 6 to 18: 577 of 1000 outside; 0
6d10 K2 t8, 0 to 2: 557 of 1000 outside; [9, 9, 6, 3, 2, 2][9, 9] = 4
4d6 D1 d1, 2 to 12: 488 of 1000 outside; [6, 5, 4, 3] = 15
3d6 K2 r1, 2 to 12: 922 of 1000 outside; [4, 3, 1][4, 3] = 15
SEEN
