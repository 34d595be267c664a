//! The text of a case, changed as a case, played in lockstep.
#![no_main]

twinboard_fuzz::cases!(my_game::subject);
