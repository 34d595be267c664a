// Planted faults of the example engines: typical mistakes, one of them active at a time.
//
// They show what a report of a real mistake looks like. An engine without `planted` in its source
// is a correct one:
//
//     TWINBOARD_PLANTED=samegame-close-once twinboard verify samegame --engine ./samegame

#ifndef PLANTED_HPP
#define PLANTED_HPP

#include <cstdlib>
#include <string_view>

inline const char* const planted_variable = std::getenv("TWINBOARD_PLANTED");
inline const std::string_view planted_name = planted_variable ? planted_variable : "";

// True if the environment variable TWINBOARD_PLANTED names this fault.
inline bool planted(std::string_view name) { return name == planted_name; }

#endif  // PLANTED_HPP
