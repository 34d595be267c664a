//! Tests of the command as a process, through its arguments, files and streams.

#[path = "../shared/mod.rs"]
mod shared;

mod campaigns;
mod case_files;
#[cfg(target_os = "linux")]
mod check;
#[cfg(unix)]
mod ci;
mod counting;
mod drawing;
mod engine_template;
mod exhaust;
mod exhaust_shards;
#[cfg(unix)]
mod fuzz;
mod fuzz_engine;
mod generate;
mod help;
#[cfg(unix)]
mod isolation;
#[cfg(target_os = "linux")]
mod machine;
mod new;
mod nothing;
mod oracles;
#[cfg(unix)]
mod outputs;
mod perft;
#[cfg(target_os = "linux")]
mod perft_against;
mod perft_count;
#[cfg(target_os = "linux")]
mod perft_uci;
mod planted;
mod play;
mod play_for_two;
mod prelude;
#[cfg(unix)]
mod readme;
#[cfg(target_os = "linux")]
mod selftest;
mod solve;
#[cfg(unix)]
mod tournament;
#[cfg(unix)]
mod usage;
mod verify;
