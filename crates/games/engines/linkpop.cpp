// The start of a Link and Pop engine: it reads and prints. The rules are yours to write, at TODO 1 to 3.
//
//     g++ -std=c++17 -O2 engine.cpp -o engine
//
// RULES.md has them, with the numbers LP-*; docs/engine-protocol.md has the forms of the texts, and the
// top of twinboard.hpp what else an engine may offer.

#include "twinboard.hpp"

#include <stdexcept>
#include <string>
#include <vector>

class LinkPop {
public:
    static constexpr std::string_view name = "engine.cpp";

    // Reads the size, the rows from the top, `0 0`, and the margin (LP-1, LP-29, LP-31). `return {};`
    // for a set-up that this engine does not support.
    static std::optional<LinkPop> set_up(std::string_view text) {
        LinkPop game;
        twinboard::Words words(text);
        game.height_ = words.number();
        game.width_ = words.number();
        for (std::uint64_t cell = 0; cell < game.height_ * game.width_; ++cell) {
            const std::string_view block = words.word();
            game.blocks_.emplace_back(block == ".." ? "" : block);
        }
        words.number();
        words.number();
        game.has_margin_ = words.word() == "margin" && words.word() == "outside";
        return game;
    }

    // Writes the rows from the top, with a dot for an empty cell (PF-3).
    void position(twinboard::Text& out) const {
        for (std::uint64_t row = 0; row < height_; ++row) {
            for (std::uint64_t column = 0; column < width_; ++column) {
                const std::string& block = blocks_[row * width_ + column];
                if (column > 0) out << ' ';
                out << (block.empty() ? std::string_view(".") : block);
            }
            out << '\n';
        }
    }

    // "playing", "cleared" or "stuck" (LP-22).
    std::string_view outcome() const {
        throw std::logic_error("TODO 1: write outcome (LP-4 to LP-7, LP-22)");
    }

    // Lists every pair with a link, once, the cell that comes first by rows before the other one, with
    // the least cost (LP-4 to LP-7). One legal move is `out.next() << "0,0 0,3 " << cost;`.
    void moves(twinboard::MoveSink&) const {
        throw std::logic_error("TODO 2: write moves (LP-4 to LP-7)");
    }

    // Plays `pop ROW COLUMN ROW COLUMN` or `robot` (LP-15 to LP-20). The numbers may be any.
    bool play(std::string_view move, twinboard::Reason& reason) {
        twinboard::Words words(move);
        const bool is_robot = words.word() == "robot";
        std::uint64_t numbers[4] = {};
        for (std::uint64_t& number : numbers) number = words.number();
        // A refusal is `return reason.refuse("no-link");`, or another of the reasons "first-off-board",
        // "second-off-board", "same-cell", "first-empty", "second-empty", "different-symbols" and
        // "nothing-to-pop", and changes nothing; else play the move and `return true;`.
        static_cast<void>(is_robot), static_cast<void>(reason);
        throw std::logic_error("TODO 3: write play (LP-8 to LP-20)");
    }

private:
    std::uint64_t height_ = 0;
    std::uint64_t width_ = 0;
    // True if links may leave the board (LP-6).
    bool has_margin_ = false;
    // Row after row from the top row, such as "AU"; empty for an empty cell.
    std::vector<std::string> blocks_;
};

int main() { return twinboard::serve<LinkPop>("linkpop"); }
