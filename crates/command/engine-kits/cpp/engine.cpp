// An engine to start from: it plays the game that `twinboard new` creates. Replace that by yours.
//
//     g++ -std=c++17 -O2 engine.cpp -o engine
//     g++ -std=c++17 -O2 -fsanitize-coverage=trace-pc,trace-cmp engine.cpp -o engine-coverage
//
// The second one is for `twinboard fuzz --engine`: see twinboard_coverage.hpp.
//
// A row of lamps, such as "#..#", in which # is on. Pressing a lamp switches it and its neighbours.
// The game is won when all lamps are off; after that every press is refused.
//
// These five functions are all that it takes. The top of twinboard.hpp lists others, such as `undo`,
// `key` and `random`: if the class has them, they are checked, too. The forms of the texts are those
// of the rule set; docs/engine-protocol.md has them for the built-in ones.

#include "twinboard_coverage.hpp"

#include <vector>

class Game {
public:
    static constexpr std::string_view name = "lamps, to be replaced";

    // Begins a game. `return {};` for a set-up that this engine does not support.
    static std::optional<Game> set_up(std::string_view text) {
        Game game;
        for (const char lamp : twinboard::Words(text).word()) game.lamps_.push_back(lamp == '#');
        return game;
    }

    // Lists the legal moves, in any order: the numbers of the lamps, from 1.
    void moves(twinboard::MoveSink& out) const {
        if (is_won()) return;
        for (std::size_t lamp = 1; lamp <= lamps_.size(); ++lamp) out.next() << lamp;
    }

    // Plays a move. It may be illegal: then nothing changes, and the result is false.
    bool play(std::string_view move) {
        const std::uint64_t pressed = twinboard::Words(move).number();
        if (is_won() || pressed < 1 || pressed > lamps_.size()) return false;
        for (std::uint64_t lamp = pressed - 1; lamp <= pressed + 1; ++lamp) {
            if (lamp >= 1 && lamp <= lamps_.size()) lamps_[lamp - 1] = !lamps_[lamp - 1];
        }
        return true;
    }

    // Writes the position, a row of the board on each line.
    void position(twinboard::Text& out) const {
        for (const bool is_on : lamps_) out << (is_on ? '#' : '.');
        out << '\n';
    }

    // The state of the game.
    std::string_view outcome() const { return is_won() ? "won" : "playing"; }

private:
    bool is_won() const {
        for (const bool is_on : lamps_) {
            if (is_on) return false;
        }
        return true;
    }

    std::vector<bool> lamps_;
};

int main() { return twinboard::serve<Game>("my-game"); }
