//! Fuzz target: mutates cases as cases and plays them in lockstep.
#![no_main]

twinboard_fuzz::cases!(my_game::subject);
