// ffish of npm, Fairy-Stockfish as a library: `ffish.js xiangqi`.
'use strict'
const { serve, Unsupported } = require('twinboard.js')
const RULE_SET = process.argv[2]

function game(ffish) {
  return class Game {
    constructor(setup) {
      const text = setup.trim()
      if (text.includes('\n')) throw new Unsupported()
      this.board = new ffish.Board(RULE_SET, RULE_SET === 'xiangqi' ? `${text} - - 0 1` : text)
    }

    moves() { return this.board.legalMoves().split(' ').filter(it => it !== '') }

    play(text) { return this.moves().includes(text) && this.board.push(text) }

    undo() { this.board.pop() }

    outcome() {
      if (this.moves().length > 0) return 'playing'
      const first = RULE_SET === 'xiangqi' ? 'red' : 'white'
      return { '1-0': `${first} wins`, '0-1': 'black wins', '1/2-1/2': 'draw' }[this.board.result()]
    }

    observe() {
      if (RULE_SET !== 'chess') return {}
      return {
        check: String(this.board.isCheck()),
        'insufficient-material': String(this.board.isInsufficientMaterial()),
      }
    }
  }
}

delete globalThis.fetch // It loads its file by `fetch` where there is one, which Node refuses.
const ffish = require('ffish')
ffish.onRuntimeInitialized = () => serve(game(ffish), RULE_SET)
