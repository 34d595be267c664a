// The start of a paint engine: it reads and prints. The rules are yours to write, at TODO 1 to 3.
//
//     g++ -std=c++17 -O2 engine.cpp -o engine
//
// RULES.md has them, with the numbers PT-*; docs/engine-protocol.md has the forms of the texts, and the
// top of twinboard.hpp what else an engine may offer.

#include "twinboard.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

class Paint {
public:
    static constexpr std::string_view name = "engine.cpp";
    // Remove this when the engine is fast enough for larger boards.
    static constexpr twinboard::Limit limits[] = {{"side", 1, 4}};

    // Reads N, then N rows from the top (PT-1, PT-2, PT-27). `return {};` for a set-up that this
    // engine does not support.
    static std::optional<Paint> set_up(std::string_view text) {
        Paint game;
        twinboard::Words words(text);
        game.side_ = words.number();
        for (std::uint64_t cell = 0; cell < game.side_ * game.side_; ++cell) {
            game.cells_.emplace_back(words.word());
        }
        return game;
    }

    // Writes the rows from the top, and the player to move (PF-3).
    void position(twinboard::Text& out) const {
        for (std::uint64_t row = 0; row < side_; ++row) {
            for (std::uint64_t column = 0; column < side_; ++column) {
                if (column > 0) out << ' ';
                out << cells_[row * side_ + column];
            }
            out << '\n';
        }
        out << (is_first_ ? "first to move\n" : "second to move\n");
    }

    // "playing", "drawn", "first-lost" or "second-lost" (PT-20 to PT-22).
    std::string_view outcome() const {
        throw std::logic_error("TODO 1: write outcome (PT-20 to PT-22)");
    }

    // Lists every valid move, once (PT-6, PT-7). One legal move is `out.next() << "0,0 0,1";` with the
    // ROW,COLUMN of each cell. There may be very many: return when `out.full()`.
    void moves(twinboard::MoveSink&) const {
        throw std::logic_error("TODO 2: write moves (PT-6, PT-7)");
    }

    // Plays `(ROW,COLUMN) …` or `no cells` (PT-8 to PT-19). The numbers may be any.
    bool play(std::string_view move, twinboard::Reason& reason) {
        std::string text(move);
        for (char& character : text) {
            if (character < '0' || character > '9') character = ' ';
        }
        twinboard::Words words(text);
        std::vector<std::pair<std::uint64_t, std::uint64_t>> cells;
        while (!words.rest().empty()) {
            const std::uint64_t row = words.number();
            cells.emplace_back(row, words.number());
        }
        // A refusal is `return reason.refuse("painted");`, or another of the reasons "game-over",
        // "no-cells", "off-board", "repeated", "not-connected", "no-number", "several-numbers",
        // "wrong-count" and "touches-paint", and changes nothing; else play the move and `return true;`.
        static_cast<void>(reason);
        throw std::logic_error("TODO 3: write play (PT-5, PT-8 to PT-19)");
    }

private:
    std::uint64_t side_ = 0;
    // Row after row from the top row: "#", "B" or a number.
    std::vector<std::string> cells_;
    // Who moves next (PT-5).
    bool is_first_ = true;
};

int main() { return twinboard::serve<Paint>("paint"); }
