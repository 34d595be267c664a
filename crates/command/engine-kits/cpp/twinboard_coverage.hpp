// Coverage for an engine with twinboard.hpp: `twinboard fuzz --engine` is guided by the places of
// your code that ran (docs/engine-protocol.md, EP-36).
//
// Include this file in one source file, that with `main`, and compile all of them with a flag:
//
//     #include "twinboard_coverage.hpp"
//
//     g++ or clang++ -fsanitize-coverage=trace-pc,trace-cmp …          (g++ 12 or later)
//
// With `trace-cmp` comparisons with constants count, too: a case with `rows` nearer to the 13 of
// `rows == 13` than all others is news, and so is mutated further.
//
// Without the flag the engine is as before. An older g++ does not link with it: there is no function
// `__sanitizer_cov_trace_pc` then. What counts is the code that runs in functions of the
// game, on their thread; the kit's own work does not. Equal games give equal places in all processes
// of one executable. Shared libraries count if they are compiled with the flag, too; one that is
// opened with `dlopen` finds the functions below if the engine is linked with `-rdynamic`.

#ifndef TWINBOARD_COVERAGE_HPP
#define TWINBOARD_COVERAGE_HPP

#include "twinboard.hpp"

#include <cstdint>
#include <cstring>

#include <dlfcn.h>

// Keeps the compiler from counting the functions that count. They use no templates of the standard
// library, which would be counted. Older versions of g++ have no such attribute.
#if defined(__clang__)
#define TWINBOARD_UNCOUNTED __attribute__((no_sanitize("coverage")))
#elif defined(__GNUC__) && __GNUC__ >= 12
#define TWINBOARD_UNCOUNTED __attribute__((no_sanitize_coverage))
#endif

#ifdef TWINBOARD_UNCOUNTED

// A function that the compiler calls, also from shared libraries.
#define TWINBOARD_TRACE(RESULT) \
    extern "C" TWINBOARD_UNCOUNTED __attribute__((visibility("default"))) RESULT

namespace twinboard::detail {

// How often each place ran since the last request, at most 255 times.
static unsigned char place_counts[1 << 16];

// True once the compiler's code has called: without the flag there is nothing to offer.
static bool is_instrumented = false;

TWINBOARD_UNCOUNTED static inline void count_place(std::uint32_t place) {
    unsigned char& count = place_counts[place & 0x7fff];
    if (count < 255) ++count;
}

// Writes the places of EP-36, and begins anew.
static void write_coverage(Text& out) {
    for (std::size_t place = 0; place < sizeof place_counts; ++place) {
        // Most are 0, eight of them at a time.
        static constexpr unsigned char none[8] = {};
        if (place % 8 == 0 && !std::memcmp(&place_counts[place], none, 8)) {
            place += 7;
            continue;
        }
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

// A comparison with a constant ran at an address: how far its operands are apart is a place, too, so
// that each step towards equality is news. Distances up to 32 count apart, larger ones by their
// highest bit. Edges have the lower half of the numbers, comparisons the upper one.
//
// `rows == 13 && columns == 7` may be compiled as one comparison of both, so a small sum of the
// distances of all bytes counts instead.
TWINBOARD_UNCOUNTED static inline void count_comparison(const void* address, std::uint64_t one,
                                                        std::uint64_t other) {
    if (!is_counting) return;
    std::uint64_t step = one < other ? other - one : one - other;
    if (step > 32) {
        std::uint64_t sum = 0;
        for (; one != other; one >>= 8, other >>= 8) {
            const std::uint64_t byte = one & 0xff, other_byte = other & 0xff;
            sum += byte < other_byte ? other_byte - byte : byte - other_byte;
        }
        step = sum <= 32 ? sum : 96 - static_cast<std::uint64_t>(__builtin_clzll(step));
    }
    place_counts[1 << 15 | mix(place_of(address), step) >> 49] = 1;
}

}  // namespace twinboard::detail

// The compiler calls a function at each place, without a number: the place is the address of the
// caller.

TWINBOARD_TRACE(void) __sanitizer_cov_trace_pc() {
    twinboard::detail::is_instrumented = true;
    if (!twinboard::detail::is_counting) return;
    twinboard::detail::count_place(twinboard::detail::place_of(__builtin_return_address(0)));
}

// Both call a function at each comparison, with the size of the operands in bytes. Those of two
// variables are left out: loops compare an index with everything. A switch has a list: the number
// of its constants, the size of each in bits, and the constants.

#define TWINBOARD_COMPARISON(BITS, BYTES)                                                          \
    TWINBOARD_TRACE(void) __sanitizer_cov_trace_cmp##BYTES(std::uint##BITS##_t,                    \
                                                           std::uint##BITS##_t) {}                 \
    TWINBOARD_TRACE(void) __sanitizer_cov_trace_const_cmp##BYTES(std::uint##BITS##_t one,          \
                                                                 std::uint##BITS##_t other) {      \
        twinboard::detail::count_comparison(__builtin_return_address(0), one, other);              \
    }

TWINBOARD_COMPARISON(8, 1)
TWINBOARD_COMPARISON(16, 2)
TWINBOARD_COMPARISON(32, 4)
TWINBOARD_COMPARISON(64, 8)

TWINBOARD_TRACE(void) __sanitizer_cov_trace_cmpf(float, float) {}
TWINBOARD_TRACE(void) __sanitizer_cov_trace_cmpd(double, double) {}

TWINBOARD_TRACE(void) __sanitizer_cov_trace_switch(std::uint64_t value, std::uint64_t* list) {
    const auto address = static_cast<const char*>(__builtin_return_address(0));
    for (std::uint64_t i = 0; i < list[0]; ++i) {
        twinboard::detail::count_comparison(address + i, value, list[2 + i]);
    }
}

#undef TWINBOARD_COMPARISON
#undef TWINBOARD_TRACE

#undef TWINBOARD_UNCOUNTED

#endif

#endif
