// Coverage for an engine with twinboard.hpp: `twinboard fuzz --engine` is guided by the places of
// your code that ran, and `verify` names the functions that never do (docs/engine-protocol.md, EP-36,
// EP-37).
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
// With `-g` it knows the lines of your code, and functions that are inlined (EP-37); on Linux, where
// `addr2line` is installed, which comes with the linker.
//
// Without the flag the engine is as before. An older g++ does not link with it: there is no function
// `__sanitizer_cov_trace_pc` then. What counts is the code that runs in functions of the
// game, on their thread; the kit's own work does not. Equal games give equal places in all processes
// of one executable. Shared libraries count if they are compiled with the flag, too; one that is
// opened with `dlopen` finds the functions below if the engine is linked with `-rdynamic`.

#ifndef TWINBOARD_COVERAGE_HPP
#define TWINBOARD_COVERAGE_HPP

#include "twinboard.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

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

using Address = std::uintptr_t;

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

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

// The names of places (EP-37). The compiler lists no places in advance, but each is a call of the
// function above: they are found in the code of the executable. `addr2line` knows their functions,
// and with the flag `-g` their lines, also of code that is inlined. It comes with the linker.

#include <link.h>
#include <unistd.h>

namespace twinboard::detail {

// Each knows the functions that its own compiler inlines.
#if defined(__clang__)
static constexpr const char* ADDR2LINE[] = {"llvm-addr2line", "addr2line"};
#else
static constexpr const char* ADDR2LINE[] = {"addr2line", "llvm-addr2line"};
#endif

// The calls of the function above in the executable.
struct Calls {
    Address function = reinterpret_cast<Address>(&__sanitizer_cov_trace_pc);
    // The address in memory of what has address 0 in the file.
    Address base = 0;
    // The addresses in memory to which the calls return.
    std::vector<Address> found;

    Calls() {
        // The executable comes first.
        dl_iterate_phdr([](dl_phdr_info* info, std::size_t, void* calls) {
            return static_cast<Calls*>(calls)->find_in(*info);
        }, this);
    }

    int find_in(const dl_phdr_info& info) {
        base = info.dlpi_addr;
        for (int i = 0; i < info.dlpi_phnum; ++i) {
            const auto& part = info.dlpi_phdr[i];
            if (part.p_type != PT_LOAD || !(part.p_flags & PF_X)) continue;
            const Address begin = base + part.p_vaddr;
            for (Address at = begin; at + SIZE <= begin + part.p_memsz; at += STEP) {
                if (target(at) == function) found.push_back(at + SIZE);
            }
        }
        return 1;
    }

#if defined(__x86_64__)
    static constexpr Address STEP = 1, SIZE = 5;

    // The function that the instruction at an address calls; 0 if it is another instruction.
    static Address target(Address at) {
        const auto* const code = reinterpret_cast<const unsigned char*>(at);
        if (*code != 0xe8) return 0;
        std::int32_t distance;
        std::memcpy(&distance, code + 1, sizeof distance);
        return at + SIZE + static_cast<Address>(std::intptr_t{distance});
    }
#else
    static constexpr Address STEP = 4, SIZE = 4;

    static Address target(Address at) {
        std::uint32_t code;
        std::memcpy(&code, reinterpret_cast<const void*>(at), sizeof code);
        if (code >> 26 != 0x25) return 0;
        const auto distance = static_cast<std::int32_t>(code << 6) >> 4;
        return at + static_cast<Address>(std::intptr_t{distance});
    }
#endif
};

// The first line of a text, which is taken from it.
static std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

template <class... Begins> static bool begins_with(std::string_view text, Begins... begins) {
    return (... || (text.substr(0, std::string_view(begins).size()) == begins));
}

// The name of a function without the type of its result, its namespaces and its parameters, and the
// same with the namespaces. Empty if the result is a pointer to a function.
struct Name {
    std::string_view plain, qualified;

    explicit Name(std::string_view printed) {
        std::size_t plain_at = 0, qualified_at = 0, end = 0;
        int depth = 0;
        for (; end < printed.size(); ++end) {
            const std::string_view rest = printed.substr(end);
            if (end == plain_at && begins_with(rest, "operator")) {
                // Not the parenthesis of `operator()`.
                end = std::min(printed.find('(', end + 9), printed.size());
                break;
            }
            depth += (rest[0] == '<') - (rest[0] == '>');
            if (depth > 0) continue;
            if (rest[0] == '(' && !begins_with(rest, "(anonymous namespace)")) break;
            if (rest[0] == ' ') plain_at = qualified_at = end + 1;
            if (begins_with(rest, "::")) plain_at = end + 2;
        }
        plain = printed.substr(plain_at, end - plain_at);
        if (!begins_with(plain, "operator")) plain = plain.substr(0, plain.find('<'));
        qualified = printed.substr(qualified_at, end - qualified_at);
    }
};

// True for functions that the author did not write.
static bool is_foreign(const Name& name) {
    return begins_with(name.qualified, "twinboard::", "std::", "??");
}

// True for functions of the compiler, and of the start of the program.
static bool is_of_start(const Name& name) {
    return name.qualified == "main" || begins_with(name.qualified, "_GLOBAL__", "__");
}

// True for lines that the author did not write.
static bool is_foreign_line(std::string_view path) {
    const std::string_view file = path.substr(path.rfind('/') + 1);
    return begins_with(path, "/usr/") ||
           begins_with(file, "twinboard.hpp:", "twinboard_coverage.hpp:");
}

// What `addr2line` prints about addresses in the executable file; nothing if there is no such
// program.
static std::string lines_of(const std::vector<Address>& addresses) {
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    Text arguments;
    arguments << " -afiC -e '";
    for (ssize_t i = 0; i < length; ++i) {
        if (path[i] == '\'') arguments << "'\\'";
        arguments << path[i];
    }
    arguments << '\'';
    for (const Address address : addresses) (arguments << " 0x").hex(address);
    // Standard input is the conversation.
    arguments << " </dev/null 2>/dev/null";
    std::string printed;
    for (std::string command : ADDR2LINE) {
        command += arguments.view();
        std::FILE* const output = popen(command.c_str(), "r");
        if (!output) continue;
        char part[1 << 12];
        while (const std::size_t size = std::fread(part, 1, sizeof part, output)) {
            printed.append(part, size);
        }
        pclose(output);
        if (!printed.empty()) break;
    }
    return printed;
}

// A place in the source.
struct Line {
    Address call;
    std::string location, function;
    // True if the code is in a function of its own, and not within that of a caller.
    bool is_outer;
};

// What is known of the line and the function of a place. Code that is inlined belongs to the innermost
// function of the author. Takes the lines of one address from `printed`. Empty if the author did not
// write it.
static std::optional<Line> read_line(Address call, Address offset, std::string_view& printed) {
    Text address;
    (address << "0x").hex(offset);
    Line line{call, std::string(address.view()), "", false};
    bool is_found = printed.empty();
    take_line(printed);
    while (!printed.empty() && !begins_with(printed, "0x")) {
        const Name name(take_line(printed));
        const std::string_view path = take_line(printed);
        const bool has_line = path.find('?') == path.npos;
        // The `addr2line` of GNU may print the name of the outermost function with the innermost line.
        const bool is_last = printed.empty() || begins_with(printed, "0x");
        line.is_outer = false;
        if (is_found || is_of_start(name) || is_foreign_line(path)) continue;
        if (is_foreign(name) && (is_last || !has_line)) continue;
        is_found = line.is_outer = true;
        if (!is_foreign(name)) line.function = name.plain;
        if (!has_line) continue;
        const std::string_view file = path.substr(path.rfind('/') + 1);
        line.location = file.substr(0, file.find(" (discriminator"));
        std::replace(line.location.begin(), line.location.end(), ' ', '_');
    }
    return is_found ? std::optional(line) : std::nullopt;
}

// Writes the lines of EP-37, and returns their number.
static std::size_t write_functions(Text& out) {
    // A command line has at most 128 KiB.
    constexpr std::size_t BATCH = 2048;
    const Calls calls;
    std::vector<Line> lines;
    for (std::size_t begin = 0; begin < calls.found.size(); begin += BATCH) {
        const std::size_t end = std::min(begin + BATCH, calls.found.size());
        std::vector<Address> offsets;
        // The call itself: what follows may be of another line.
        for (std::size_t i = begin; i < end; ++i) {
            offsets.push_back(calls.found[i] - Calls::SIZE - calls.base);
        }
        const std::string printed = lines_of(offsets);
        std::string_view rest = printed;
        for (std::size_t i = begin; i < end; ++i) {
            auto line = read_line(calls.found[i], offsets[i - begin], rest);
            if (line) lines.push_back(std::move(*line));
        }
    }
    // A function of one line that is inlined has a place in few of its copies, so that it would seem
    // not to run. Then the line is all that is known.
    std::unordered_map<std::string_view, std::string_view> first;
    std::unordered_set<std::string_view> named;
    for (const Line& line : lines) {
        const auto known = first.emplace(line.function, line.location).first;
        if (line.is_outer || known->second != line.location) named.insert(line.function);
    }
    named.erase("");
    for (const Line& line : lines) {
        out.hex(place_of(reinterpret_cast<const void*>(line.call)) & 0x7fff) << ' ' << line.location;
        if (named.count(line.function)) out << ' ' << line.function;
        out << '\n';
    }
    return lines.size();
}

static const bool are_functions_written = [] {
    coverage.write_functions = write_functions;
    return true;
}();

}  // namespace twinboard::detail

#endif

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
