// Twinboard engine kit for C++17: one header, nothing but the standard library and POSIX.
//
// This header speaks the engine protocol (docs/engine-protocol.md, EP-*) for a class of yours with
// five functions:
//
//     struct MyGame {
//         static std::optional<MyGame> set_up(std::string_view text);  // nullopt: unsupported
//         void moves(twinboard::MoveSink& out) const;      // out.next() << 3; for each legal move
//         bool play(std::string_view move);                // false: refused, nothing has changed
//         void position(twinboard::Text& out) const;       // the rows, each ended by '\n'
//         std::string_view outcome() const;                // "playing"
//     };
//
//     int main() { return twinboard::serve<MyGame>("samegame"); }
//
// A class may lack some of `moves`, `position` and `outcome`, if its library cannot tell them: what is
// lacking is not compared. One of `moves`, `legal`, `position` and `validate` must be there. Every
// other function is optional. The kit finds those that the class has and offers them in the handshake
// (EP-12):
//
//     legal     bool legal(std::string_view move) const;   // for a library that judges moves
//     observe   void observe(twinboard::Observations& out) const;  // out.add("check", "true");
//     events    bool play(std::string_view move, twinboard::Event& event);
//     reasons   bool play(std::string_view move, twinboard::Reason& reason);
//               bool play(std::string_view move, twinboard::Event&, twinboard::Reason&);
//     key       std::uint64_t key() const;
//     undo      void undo();
//     random    bool random(std::uint64_t x, twinboard::Text& out) const;  // false: no legal move
//     dice      static constexpr bool dice = true;   // `random` draws as often as the rules say
//     count     std::optional<std::uint64_t> count(std::uint64_t most,
//                                                  std::string_view legal) const;
//     validate  std::string_view validate() const;   // (or std::string) empty, or what is broken
//     copy      the copy constructor, unless there is a  static constexpr bool copies = false;
//     coverage  #include "twinboard_coverage.hpp", and a flag of the compiler that it names
//     end       is always offered.
//
//     name      static constexpr std::string_view name = "my engine 1.0";
//     limits    static constexpr twinboard::Limit limits[] = {{"columns", 1, 20}};
//     hello     static constexpr std::string_view hello[] = {"variant ko simple", "start-only"};
//               // further lines of the handshake (EP-12, EP-13, EP-21)
//
// A function of one of these names with other arguments or another result does not compile.
//
// Standard output belongs to the protocol; the kit sends what is printed by `std::cout` or `printf`
// to standard error. An exception ends the process with a message there.

#ifndef TWINBOARD_HPP
#define TWINBOARD_HPP

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace twinboard {

// A text to append to. Integers of every type but `char` are written in decimal.
class Text {
public:
    Text& operator<<(char character) {
        *room(1) = character;
        ++size_;
        return *this;
    }

    Text& operator<<(std::string_view text) {
        std::memcpy(room(text.size()), text.data(), text.size());
        size_ += text.size();
        return *this;
    }

    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    Text& operator<<(Integer number) {
        // Most numbers in texts of games have one digit.
        const bool has_one_digit = static_cast<std::uint64_t>(number) < 10;
        return has_one_digit ? *this << static_cast<char>('0' + number) : write(number, 10);
    }

    Text& hex(std::uint64_t number) { return write(number, 16); }

    void clear() { size_ = 0; }
    std::string_view view() const { return {buffer_.data(), size_}; }

private:
    template <class Integer> Text& write(Integer number, int base) {
        char* const begin = room(DIGITS_MAX);
        const auto end = std::to_chars(begin, begin + DIGITS_MAX, number, base).ptr;
        size_ += static_cast<std::size_t>(end - begin);
        return *this;
    }

    // The end of the text, with space for this many characters.
    char* room(std::size_t count) {
        if (buffer_.size() - size_ < count) buffer_.resize(2 * buffer_.size() + count);
        return &buffer_[size_];
    }

    static constexpr std::size_t DIGITS_MAX = 24;
    // The text and space for more.
    std::string buffer_ = std::string(64, '\0');
    std::size_t size_ = 0;
};

// The effect of an accepted move, for `play` to write (EP-19).
class Event : public Text {};

// The reason for a refusal (EP-20). In `play`: `return reason.refuse("empty-cell");`
class Reason : public Text {
public:
    bool refuse(std::string_view text) {
        *this << text;
        return false;
    }
};

// The list of legal moves, for `moves` to write. Moves beyond the requested number are dropped.
class MoveSink {
public:
    MoveSink(Text& lines, std::uint64_t most) : lines_(lines), most_(most) {}

    // Begins the next move and returns the text to write it to.
    Text& next() {
        if (count_ == most_) {
            more_ = true;
            dropped_.clear();
            return dropped_;
        }
        if (count_++ > 0) lines_ << '\n';
        return lines_;
    }

    void add(std::string_view move) { next() << move; }

    // True once a move has been dropped: `moves` may return, for no other will be used.
    bool full() const { return more_; }

    std::uint64_t count() const { return count_; }

private:
    Text& lines_;
    Text dropped_;
    std::uint64_t most_;
    std::uint64_t count_ = 0;
    bool more_ = false;
};

// Further answers about a position by name, for `observe` to write (EP-39).
class Observations {
public:
    // A text of one or more lines. The name has no blanks.
    void add(std::string_view name, std::string_view text) {
        for (;;) {
            const std::size_t end = text.find('\n');
            lines << name << ' ' << text.substr(0, end) << '\n';
            ++count;
            if (end == text.npos || end + 1 == text.size()) return;
            text.remove_prefix(end + 1);
        }
    }

    Text lines;
    std::size_t count = 0;
};

// The words of a text, separated by any white space. Reads the texts of set-ups and moves.
class Words {
public:
    explicit Words(std::string_view text) : rest_(text) {}

    // The next word; empty at the end.
    std::string_view word() {
        skip_blanks();
        std::size_t length = 0;
        while (length < rest_.size() && !is_blank(rest_[length])) ++length;
        const std::string_view word = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return word;
    }

    // The next word as a decimal number. One that is too large is the largest number; a word that
    // is no number is 0, and the words have failed.
    std::uint64_t number() { return number(word(), 10); }
    std::uint64_t hex() { return number(word(), 16); }

    // Everything behind the words read so far.
    std::string_view rest() {
        skip_blanks();
        return rest_;
    }

    // False after a word that should have been a number.
    explicit operator bool() const { return !failed_; }

    // True after a number that was too large.
    bool overflowed() const { return overflowed_; }

private:
    static bool is_blank(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f';
    }

    void skip_blanks() {
        while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    }

    std::uint64_t number(std::string_view word, int base) {
        std::uint64_t number = 0;
        const char* const end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, number, base);
        if (word.empty() || stop != end || error == std::errc::invalid_argument) {
            failed_ = true;
            return 0;
        }
        if (error == std::errc::result_out_of_range) {
            overflowed_ = true;
            return std::numeric_limits<std::uint64_t>::max();
        }
        return number;
    }

    std::string_view rest_;
    bool failed_ = false;
    bool overflowed_ = false;
};

// Bounds of a quantity of set-ups (EP-13). Set-ups outside of them are never requested.
struct Limit {
    std::string_view quantity;
    std::uint64_t least;
    std::uint64_t most;
};

namespace detail {

// `has_NAME<Game>` is true if the class offers the function. `names_NAME<Game>` is true if it has a
// member of that name at all, and one only: a wrong signature is then an error instead of a missing
// offer.
#define TWINBOARD_OPTIONAL(NAME, CALL)                                                             \
    template <class Game, class = void> struct names_##NAME : std::false_type {};                  \
    template <class Game>                                                                          \
    struct names_##NAME<Game, std::void_t<decltype(&Game::NAME)>> : std::true_type {};             \
    template <class Game, class = void> struct has_##NAME : std::false_type {};                    \
    template <class Game> struct has_##NAME<Game, std::void_t<CALL>> : std::true_type {};

#define TWINBOARD_RESULT(TYPE, CALL)                                                               \
    std::enable_if_t<std::is_convertible_v<decltype(CALL), TYPE>>

template <class Game> const Game& fixed();
template <class Game> Game& changing();

TWINBOARD_OPTIONAL(moves, decltype(fixed<Game>().moves(std::declval<MoveSink&>())))
TWINBOARD_OPTIONAL(position, decltype(fixed<Game>().position(std::declval<Text&>())))
TWINBOARD_OPTIONAL(outcome, TWINBOARD_RESULT(std::string, std::string(fixed<Game>().outcome())))
TWINBOARD_OPTIONAL(legal, TWINBOARD_RESULT(bool, fixed<Game>().legal(std::string_view())))
TWINBOARD_OPTIONAL(observe, decltype(fixed<Game>().observe(std::declval<Observations&>())))
TWINBOARD_OPTIONAL(hello, decltype(std::begin(Game::hello)))
TWINBOARD_OPTIONAL(key, TWINBOARD_RESULT(std::uint64_t, fixed<Game>().key()))
TWINBOARD_OPTIONAL(undo, decltype(changing<Game>().undo()))
TWINBOARD_OPTIONAL(random, TWINBOARD_RESULT(bool, fixed<Game>().random(std::uint64_t(),
                                                                       std::declval<Text&>())))
TWINBOARD_OPTIONAL(count, TWINBOARD_RESULT(std::optional<std::uint64_t>,
                                           fixed<Game>().count(std::uint64_t(),
                                                               std::string_view())))
TWINBOARD_OPTIONAL(validate, TWINBOARD_RESULT(std::string, std::string(fixed<Game>().validate())))
TWINBOARD_OPTIONAL(name, TWINBOARD_RESULT(std::string_view, Game::name))
TWINBOARD_OPTIONAL(limits, decltype(std::begin(Game::limits)))
TWINBOARD_OPTIONAL(copies, TWINBOARD_RESULT(bool, Game::copies))
TWINBOARD_OPTIONAL(dice, TWINBOARD_RESULT(bool, Game::dice))

#undef TWINBOARD_OPTIONAL
#undef TWINBOARD_RESULT

template <class Game, class... Out>
using play_result = decltype(changing<Game>().play(std::string_view(), std::declval<Out&>()...));

template <class Enable, class Game, class... Out> struct plays_with : std::false_type {};
template <class Game, class... Out>
struct plays_with<std::void_t<play_result<Game, Out...>>, Game, Out...>
    : std::is_convertible<play_result<Game, Out...>, bool> {};

// True if `play` takes a move and these texts.
template <class Game, class... Out> constexpr bool plays = plays_with<void, Game, Out...>::value;

template <class Game> constexpr bool has_copy() {
    if constexpr (has_copies<Game>::value) {
        if constexpr (!Game::copies) return false;
    }
    return std::is_copy_constructible_v<Game>;
}

// Output of all answers, written when the next request is not there yet (EP-7).
class Output {
public:
    Text text;

    // Keeps standard output for the answers: what the game prints goes to standard error.
    Output() : answers_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
        if (answers_ < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) answers_ = STDOUT_FILENO;
    }

    // Writes everything; exits if standard output is closed.
    void flush() {
        std::string_view left = text.view();
        while (!left.empty()) {
            const ssize_t written = ::write(answers_, left.data(), left.size());
            if (written > 0) {
                left.remove_prefix(static_cast<std::size_t>(written));
            } else if (errno != EINTR) {
                std::perror("standard output");
                std::_Exit(1);
            }
        }
        text.clear();
    }

private:
    int answers_;
};

// The lines of standard input. The output is flushed before input is waited for.
class Input {
public:
    explicit Input(Output& output) : output_(output) {}

    // Reads a line, without its end. It is valid until the next one is read. False at the end of
    // the input; a last line without a line feed is incomplete and is dropped.
    bool line(std::string_view& line) {
        std::size_t searched = begin_;
        for (;;) {
            const void* const end = std::memchr(&buffer_[searched], '\n', end_ - searched);
            if (end) {
                const char* const begin = &buffer_[begin_];
                line = {begin, static_cast<std::size_t>(static_cast<const char*>(end) - begin)};
                begin_ += line.size() + 1;
                if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
                return true;
            }
            // The rest is the beginning of a line.
            std::memmove(&buffer_[0], &buffer_[begin_], end_ - begin_);
            end_ -= begin_;
            begin_ = 0;
            searched = end_;
            if (!fill()) return false;
        }
    }

private:
    // Appends what standard input has; false at its end.
    bool fill() {
        output_.flush();
        if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
        ssize_t count;
        do {
            count = ::read(STDIN_FILENO, &buffer_[end_], buffer_.size() - end_);
        } while (count < 0 && errno == EINTR);
        if (count > 0) end_ += static_cast<std::size_t>(count);
        return count > 0;
    }

    Output& output_;
    std::string buffer_ = std::string(1 << 16, '\0');
    // The part of the buffer that has been read and not returned yet.
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

// What twinboard_coverage.hpp adds: the answer of EP-36, and whether there is one.
struct Coverage {
    void (*write)(Text& out) = nullptr;
    bool (*is_offered)() = [] { return false; };
};
inline Coverage coverage;

// True on a thread that runs a function of the game.
inline thread_local bool is_counting = false;

// What runs during its life is the game.
class Counting {
public:
    Counting() { is_counting = true; }
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;
    ~Counting() { is_counting = false; }
};

template <class Game> class Server {
    static constexpr bool EVENTS =
        plays<Game, Event, Reason> || (plays<Game, Event> && !plays<Game, Reason>);
    static constexpr bool REASONS =
        plays<Game, Event, Reason> || (plays<Game, Reason> && !plays<Game, Event>);

    static_assert(plays<Game> || EVENTS || REASONS,
                  "write: bool play(std::string_view move), perhaps with Event& and Reason&");
    static_assert(has_moves<Game>::value || has_legal<Game>::value || has_position<Game>::value ||
                      has_validate<Game>::value,
                  "write: void moves(twinboard::MoveSink& out) const");
    static_assert(has_moves<Game>::value || !names_moves<Game>::value,
                  "write: void moves(twinboard::MoveSink& out) const");
    static_assert(has_position<Game>::value || !names_position<Game>::value,
                  "write: void position(twinboard::Text& out) const");
    static_assert(has_outcome<Game>::value || !names_outcome<Game>::value,
                  "write: std::string_view outcome() const");
    static_assert(has_legal<Game>::value || !names_legal<Game>::value,
                  "write: bool legal(std::string_view move) const");
    static_assert(has_observe<Game>::value || !names_observe<Game>::value,
                  "write: void observe(twinboard::Observations& out) const");
    static_assert(has_key<Game>::value || !names_key<Game>::value,
                  "write: std::uint64_t key() const");
    static_assert(has_undo<Game>::value || !names_undo<Game>::value, "write: void undo()");
    static_assert(has_random<Game>::value || !names_random<Game>::value,
                  "write: bool random(std::uint64_t x, twinboard::Text& out) const");
    static_assert(has_count<Game>::value || !names_count<Game>::value,
                  "write: std::optional<std::uint64_t> "
                  "count(std::uint64_t most, std::string_view legal) const");
    static_assert(has_validate<Game>::value || !names_validate<Game>::value,
                  "write: std::string_view validate() const");

public:
    explicit Server(std::string_view rule_set) : rule_set_(rule_set) {}

    // Answers requests until the input ends.
    void run() {
        std::string_view line;
        while (input_.line(line)) {
            Words words(line);
            request_ = words.word();
            if (request_.empty() || request_.find_first_not_of("0123456789") != request_.npos) {
                complain("the line has no number", line);
                continue;
            }
            if (!answer(words.word(), words)) head() << "unknown\n";
            if (out().view().size() > FLUSH_AT) output_.flush();
        }
        output_.flush();
    }

    // Writes the answers so far, and a message about the request that cannot be answered.
    void abandon(const char* message) {
        output_.flush();
        std::fprintf(stderr, "request %s: %s\n", request_.c_str(), message);
    }

private:
    static constexpr std::size_t FLUSH_AT = 1 << 20;

    Text& out() { return output_.text; }

    // Begins an answer.
    Text& head() { return out() << request_ << ' '; }

    // A note on standard error about a request that is answered `unknown`.
    bool complain(const char* why, std::string_view what) {
        std::fprintf(stderr, "request %s: %s: %.*s\n", request_.c_str(), why,
                     static_cast<int>(what.size()), what.data());
        return false;
    }

    // False if a number of the request is missing or has more than 64 bits: it is not taken for
    // another number (EP-8).
    static bool is_read(const Words& words) { return words && !words.overflowed(); }

    bool ok() {
        head() << "ok\n";
        return true;
    }

    // Answers a request; false if it is not known.
    bool answer(std::string_view name, Words& words) {
        if (name == "hello") return hello(words);
        if (name == "set-up") return set_up(words);
        if (name == "coverage" && coverage.is_offered()) {
            coverage.write(head() << "coverage");
            out() << '\n';
            // Equal games write to equal texts: whether one grows shows in the places.
            scratch_ = Text();
            event_ = Event();
            reason_ = Reason();
            return true;
        }
        const std::uint64_t number = words.number();
        Game* const game = is_read(words) ? find(number) : nullptr;
        if (!game) return complain("an unknown request, or no such game", name);
        if (name == "play") return play(*game, words.rest());
        if constexpr (has_moves<Game>::value) {
            if (name == "moves") return moves(*game, words);
        }
        if constexpr (has_position<Game>::value) {
            if (name == "position") return position(*game);
        }
        if constexpr (has_outcome<Game>::value) {
            if (name == "outcome") return outcome(*game);
        }
        if constexpr (has_legal<Game>::value) {
            if (name == "legal") return legal(*game, words.rest());
        }
        if constexpr (has_observe<Game>::value) {
            if (name == "observe") return observe(*game);
        }
        if (name == "end") {
            games_.erase(number);
            last_ = nullptr;
            return ok();
        }
        if constexpr (has_copy<Game>()) {
            if (name == "copy") return copy(*game, words);
        }
        if constexpr (has_undo<Game>::value) {
            if (name == "undo") {
                {
                    const Counting counting;
                    game->undo();
                }
                return ok();
            }
        }
        if constexpr (has_key<Game>::value) {
            if (name == "key") {
                std::uint64_t key;
                {
                    const Counting counting;
                    key = game->key();
                }
                (head() << "key ").hex(key) << '\n';
                return true;
            }
        }
        if constexpr (has_random<Game>::value) {
            if (name == "random") return random(*game, words);
        }
        if constexpr (has_count<Game>::value) {
            if (name == "count") return count(*game, words);
        }
        if constexpr (has_validate<Game>::value) {
            if (name == "validate") return validate(*game);
        }
        return complain("an unknown request", name);
    }

    // EP-10 to EP-13.
    bool hello(Words& words) {
        if (words.number() < 1) return false;
        Text lines;
        std::size_t count = 3;
        lines << "protocol 1\nrule-set " << rule_set_ << "\noffers end";
        if constexpr (has_copy<Game>()) lines << " copy";
        if constexpr (has_undo<Game>::value) lines << " undo";
        if constexpr (has_key<Game>::value) lines << " key";
        if constexpr (has_random<Game>::value) lines << " random";
        if constexpr (has_dice<Game>::value) {
            if constexpr (Game::dice) lines << " dice";
        }
        if constexpr (has_count<Game>::value) lines << " count";
        if constexpr (has_validate<Game>::value) lines << " validate";
        if constexpr (has_legal<Game>::value) lines << " legal";
        if constexpr (has_observe<Game>::value) lines << " observe";
        if constexpr (EVENTS) lines << " events";
        if constexpr (REASONS) lines << " reasons";
        if (coverage.is_offered()) lines << " coverage";
        lines << '\n';
        if constexpr (has_name<Game>::value) {
            lines << "name " << Game::name << '\n';
            ++count;
        }
        if constexpr (has_limits<Game>::value) {
            for (const Limit& limit : Game::limits) {
                lines << "limit " << limit.quantity << ' ' << limit.least << ' ' << limit.most
                      << '\n';
                ++count;
            }
        }
        if constexpr (has_hello<Game>::value) {
            for (const std::string_view line : Game::hello) {
                lines << line << '\n';
                ++count;
            }
        }
        constexpr bool has_all =
            has_moves<Game>::value && has_position<Game>::value && has_outcome<Game>::value;
        if constexpr (!has_all) {
            lines << "lacks";
            if constexpr (!has_moves<Game>::value) lines << " moves";
            if constexpr (!has_position<Game>::value) lines << " position";
            if constexpr (!has_outcome<Game>::value) lines << " outcome";
            lines << '\n';
            ++count;
        }
        head() << "hello " << count << '\n' << lines.view();
        return true;
    }

    // EP-15.
    bool set_up(Words& words) {
        const std::uint64_t number = words.number();
        Words behind(words.rest());
        const std::uint64_t count = behind.number();  // 0 if there is no number
        const bool has_numbers = is_read(words) && is_read(behind);
        std::string text;
        for (std::uint64_t i = 0; i < count && !behind.overflowed(); ++i) {
            std::string_view line;
            if (!input_.line(line)) return true;  // the input has ended
            text.append(line).push_back('\n');
        }
        if (!has_numbers) return complain("a set-up without its numbers", "set-up");
        std::optional<Game> game = counted_set_up(text);
        if (game) return begin(number, std::move(*game));
        head() << "unsupported\n";
        return true;
    }

    std::optional<Game> counted_set_up(std::string_view text) {
        const Counting counting;
        return Game::set_up(text);
    }

    // EP-24.
    bool copy(const Game& game, Words& words) {
        const std::uint64_t number = words.number();
        if (!is_read(words)) return complain("a copy without a number", "copy");
        std::optional<Game> copy;
        {
            const Counting counting;
            copy.emplace(game);
        }
        return begin(number, std::move(*copy));
    }

    bool begin(std::uint64_t number, Game&& game) {
        const auto [place, is_new] = games_.emplace(number, std::move(game));
        if (!is_new) return complain("the number of this game is in use", "set-up or copy");
        last_number_ = number;
        last_ = &place->second;
        return ok();
    }

    // The game with a number. Most requests are for the game of the one before.
    Game* find(std::uint64_t number) {
        if (last_ && number == last_number_) return last_;
        const auto place = games_.find(number);
        if (place == games_.end()) return nullptr;
        last_number_ = number;
        return last_ = &place->second;
    }

    // EP-16.
    bool moves(const Game& game, Words& words) {
        const std::uint64_t most = words.number();
        if (!is_read(words)) return complain("moves without a number", "moves");
        scratch_.clear();
        MoveSink sink(scratch_, most);
        {
            const Counting counting;
            game.moves(sink);
        }
        if (sink.count() > 0) scratch_ << '\n';
        head() << "moves " << sink.count() << (sink.full() ? " more\n" : "\n") << scratch_.view();
        return true;
    }

    // EP-17 to EP-20.
    bool play(Game& game, std::string_view move) {
        bool played;
        {
            const Counting counting;
            if constexpr (EVENTS && REASONS) {
                event_.clear();
                reason_.clear();
                played = game.play(move, event_, reason_);
            } else if constexpr (EVENTS) {
                event_.clear();
                played = game.play(move, event_);
            } else if constexpr (REASONS) {
                reason_.clear();
                played = game.play(move, reason_);
            } else {
                played = game.play(move);
            }
        }
        head() << (played ? "played" : "refused");
        const std::string_view text = played ? event_.view() : reason_.view();
        if (played ? EVENTS : REASONS) out() << ' ' << text;
        out() << '\n';
        return true;
    }

    // EP-21.
    bool position(const Game& game) {
        scratch_.clear();
        {
            const Counting counting;
            game.position(scratch_);
        }
        const std::string_view text = scratch_.view();
        if (!text.empty() && text.back() != '\n') scratch_ << '\n';
        head() << "position " << count_lines(scratch_.view()) << '\n' << scratch_.view();
        return true;
    }

    static std::size_t count_lines(std::string_view text) {
        std::size_t lines = 0;
        for (std::size_t end; (end = text.find('\n')) != text.npos; ++lines) {
            text.remove_prefix(end + 1);
        }
        return lines;
    }

    // EP-22.
    bool outcome(const Game& game) {
        std::string outcome;
        {
            const Counting counting;
            outcome = std::string(game.outcome());
        }
        head() << "outcome " << outcome << '\n';
        return true;
    }

    // EP-38.
    bool legal(const Game& game, std::string_view move) {
        bool is_legal;
        {
            const Counting counting;
            is_legal = game.legal(move);
        }
        head() << (is_legal ? "legal yes\n" : "legal no\n");
        return true;
    }

    // EP-39.
    bool observe(const Game& game) {
        Observations all;
        {
            const Counting counting;
            game.observe(all);
        }
        head() << "observe " << all.count << '\n' << all.lines.view();
        return true;
    }

    // EP-27.
    bool random(const Game& game, Words& words) {
        const std::uint64_t x = words.hex();
        if (!is_read(words)) return complain("random without a number", "random");
        scratch_.clear();
        bool is_legal;
        {
            const Counting counting;
            is_legal = game.random(x, scratch_);
        }
        head() << "random";
        if (is_legal) out() << ' ' << scratch_.view();
        out() << '\n';
        return true;
    }

    // EP-28.
    bool count(const Game& game, Words& words) {
        const std::uint64_t most = words.number();
        if (!is_read(words)) return complain("count without a number", "count");
        std::optional<std::uint64_t> count;
        {
            const Counting counting;
            count = game.count(most, words.rest());
        }
        if (count && *count <= most) {
            head() << "count " << *count << '\n';
        } else {
            head() << "count more\n";
        }
        return true;
    }

    // EP-29.
    bool validate(const Game& game) {
        std::string sentence;
        {
            const Counting counting;
            sentence = std::string(game.validate());
        }
        if (sentence.empty()) return ok();
        head() << "broken " << sentence << '\n';
        return true;
    }

    std::string_view rule_set_;
    Output output_;
    Input input_{output_};
    std::unordered_map<std::uint64_t, Game> games_;
    // The game that was looked up last; null if there is none.
    Game* last_ = nullptr;
    std::uint64_t last_number_ = 0;
    // Number of the request that is being answered.
    std::string request_;
    // Texts that keep their memory from one request to the next.
    Text scratch_;
    Event event_;
    Reason reason_;
};

}  // namespace detail

// Plays the games that standard input asks for, until it ends. Returns the exit code for `main`.
template <class Game> int serve(std::string_view rule_set) noexcept {
#if defined(__cpp_exceptions)
    try {
        detail::Server<Game> server(rule_set);
        try {
            server.run();
            return 0;
        } catch (const std::exception& error) {
            server.abandon(error.what());
        } catch (...) {
            server.abandon("an exception of an unknown type");
        }
    } catch (...) {
        // Not even the message could be written; the exit code tells.
    }
    return 1;
#else
    detail::Server<Game>(rule_set).run();
    return 0;
#endif
}

}  // namespace twinboard

#endif  // TWINBOARD_HPP
