// Coverage for an engine with twinboard.hpp: `twinboard fuzz --engine` is guided by the places of
// your code that ran (docs/engine-protocol.md, EP-36).
//
// Include this file in one source file, that with `main`, and compile all of them with a flag:
//
//     #include "twinboard_coverage.hpp"
//
//     g++     -fsanitize-coverage=trace-pc …          (version 12 or later)
//     clang++ -fsanitize-coverage=trace-pc-guard …
//
// Without the flag the engine is as before. An older g++ does not link with it: there is no function
// `__sanitizer_cov_trace_pc` then. What counts is the code that runs in functions of the
// game, on their thread; the kit's own work does not. Equal games give equal places in all processes
// of one executable. Shared libraries count if they are compiled with the flag, too; one that is
// opened with `dlopen` finds the functions below if the engine is linked with `-rdynamic`.

#ifndef TWINBOARD_COVERAGE_HPP
#define TWINBOARD_COVERAGE_HPP

#include "twinboard.hpp"

// Keeps the compiler from counting the functions that count. They use no templates of the standard
// library, which would be counted. Older versions of g++ have no such attribute.
#if defined(__clang__)
#define TWINBOARD_UNCOUNTED __attribute__((no_sanitize("coverage")))
#elif defined(__GNUC__) && __GNUC__ >= 12
#define TWINBOARD_UNCOUNTED __attribute__((no_sanitize_coverage))
#endif

#ifdef TWINBOARD_UNCOUNTED

namespace twinboard::detail {

// How often each place ran since the last request, at most 255 times.
static unsigned char place_counts[1 << 16];

// True once the compiler's code has called: without the flag there is nothing to offer.
static bool is_instrumented = false;

TWINBOARD_UNCOUNTED static inline void count_place(std::uint32_t place) {
    unsigned char& count = place_counts[place & 0xffff];
    if (count < 255) ++count;
}

// Writes the places of EP-36, and begins anew.
static void write_coverage(Text& out) {
    for (std::size_t place = 0; place < sizeof place_counts; ++place) {
        if (const unsigned count = place_counts[place]) {
            (out << ' ').hex(place);
            if (count > 1) (out << ':').hex(count);
        }
    }
    std::memset(place_counts, 0, sizeof place_counts);
}

static const bool is_coverage_written = [] {
    coverage.write = write_coverage;
    coverage.is_offered = [] { return is_instrumented; };
    return true;
}();

}  // namespace twinboard::detail

#if defined(__clang__)

// clang++ calls the first function for each executable and library, and the second one at each
// place, with the number that the first one gave it.

extern "C" TWINBOARD_UNCOUNTED __attribute__((visibility("default"))) void
__sanitizer_cov_trace_pc_guard_init(std::uint32_t* start, std::uint32_t* stop) {
    static std::uint32_t places = 0;
    twinboard::detail::is_instrumented = true;
    if (start == stop || *start) return;
    for (std::uint32_t* guard = start; guard < stop; ++guard) *guard = ++places;
}

extern "C" TWINBOARD_UNCOUNTED __attribute__((visibility("default"))) void
__sanitizer_cov_trace_pc_guard(std::uint32_t* guard) {
    if (twinboard::detail::is_counting) twinboard::detail::count_place(*guard);
}

#else

// g++ calls a function at each place, without a number: the place is the address of the caller.

#include <dlfcn.h>

namespace twinboard::detail {

TWINBOARD_UNCOUNTED static inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

// A hash of the offset in the executable or library, and of the name of the library. The system
// loads them to other addresses in every process.
TWINBOARD_UNCOUNTED static std::uint32_t place_of_address(const void* address) {
    Dl_info own, info;
    std::uint64_t hash = 0;
    const char* base = nullptr;
    if (dladdr(address, &info) && info.dli_fbase) {
        base = static_cast<const char*>(info.dli_fbase);
        const bool is_own = dladdr(place_counts, &own) && own.dli_fbase == info.dli_fbase;
        const char* name = is_own || !info.dli_fname ? "" : info.dli_fname;
        for (const char* end = name; *end; ++end) {
            if (*end == '/') name = end + 1;
        }
        for (; *name; ++name) hash = mix(hash, static_cast<unsigned char>(*name));
    }
    const std::intptr_t offset = static_cast<const char*>(address) - base;
    return static_cast<std::uint32_t>(mix(hash, static_cast<std::uint64_t>(offset)) >> 16);
}

// The same, remembered: `dladdr` takes a microsecond.
TWINBOARD_UNCOUNTED static std::uint32_t place_of(const void* address) {
    struct Known {
        const void* address;
        std::uint32_t place;
    };
    constexpr unsigned SLOTS = 1 << 15;
    constexpr unsigned TRIES = 16;
    static Known known[SLOTS];
    const std::uint64_t hash = mix(0, reinterpret_cast<std::uintptr_t>(address));
    for (unsigned i = 0; i < TRIES; ++i) {
        Known& slot = known[(hash + i) % SLOTS];
        if (slot.address == address) return slot.place;
        if (!slot.address) {
            slot.place = place_of_address(address);
            slot.address = address;
            return slot.place;
        }
    }
    return place_of_address(address);
}

}  // namespace twinboard::detail

extern "C" TWINBOARD_UNCOUNTED __attribute__((visibility("default"))) void
__sanitizer_cov_trace_pc() {
    twinboard::detail::is_instrumented = true;
    if (!twinboard::detail::is_counting) return;
    twinboard::detail::count_place(twinboard::detail::place_of(__builtin_return_address(0)));
}

#endif

#undef TWINBOARD_UNCOUNTED

#endif

#endif
