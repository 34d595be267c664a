// The start of a SameGame engine: it reads and prints. The rules are yours to write, at TODO 1 to 3.
//
//     g++ -std=c++17 -O2 engine.cpp -o engine
//
// RULES.md has them, with the numbers SG-*; docs/engine-protocol.md has the forms of the texts, and the
// top of twinboard.hpp what else an engine may offer.

#include "twinboard.hpp"

#include <stdexcept>
#include <vector>

class SameGame {
public:
    static constexpr std::string_view name = "engine.cpp";

    // Reads `M N`, then the colours of M rows of N cells, from the bottom (SG-1, SG-14). `return {};`
    // for a set-up that this engine does not support.
    static std::optional<SameGame> set_up(std::string_view text) {
        SameGame game;
        twinboard::Words words(text);
        game.height_ = words.number();
        game.width_ = words.number();
        for (std::uint64_t cell = 0; cell < game.height_ * game.width_; ++cell) {
            game.cells_.push_back(static_cast<int>(words.number()));
        }
        return game;
    }

    // Writes the rows from the top, with a dot for an empty cell (PF-3).
    void position(twinboard::Text& out) const {
        for (std::uint64_t row = height_; row-- > 0;) {
            for (std::uint64_t column = 0; column < width_; ++column) {
                if (column > 0) out << ' ';
                const int cell = cells_[row * width_ + column];
                if (cell == EMPTY) {
                    out << '.';
                } else {
                    out << cell;
                }
            }
            out << '\n';
        }
    }

    // "playing", "won" or "stuck" (SG-12, SG-13).
    std::string_view outcome() const {
        throw std::logic_error("TODO 1: write outcome (SG-12, SG-13)");
    }

    // Lists every region that may be selected, once (SG-4, SG-8). One legal move is
    // `out.next() << colour << " 1,1 1,2";` with the ROW,COLUMN of each cell, counted from 1.
    void moves(twinboard::MoveSink&) const {
        throw std::logic_error("TODO 2: write moves (SG-4, SG-8)");
    }

    // Plays `select ROW COLUMN`, counted from 1. The numbers may be any (SG-6).
    bool play(std::string_view move, twinboard::Reason& reason) {
        twinboard::Words words(move);
        words.word();
        const std::uint64_t row = words.number();
        const std::uint64_t column = words.number();
        // A refusal is `return reason.refuse("no-such-cell");`, or "empty-cell", or "single-cell", and
        // changes nothing; else play the move and `return true;`.
        static_cast<void>(row), static_cast<void>(column), static_cast<void>(reason);
        throw std::logic_error("TODO 3: write play (SG-5 to SG-11)");
    }

private:
    static constexpr int EMPTY = -1;

    std::uint64_t height_ = 0;
    std::uint64_t width_ = 0;
    // Row after row, from the bottom row.
    std::vector<int> cells_;
};

int main() { return twinboard::serve<SameGame>("samegame"); }
