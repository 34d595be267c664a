// chess.js, chess.ts and chess.mjs of npm: `chess_js.js chess.js`.
'use strict'
const { serve, Unsupported } = require('twinboard.js')
const [, , name, ...modes] = process.argv
const { Chess } = require(name)
const call = (board, ...names) => board[names.find(it => board[it])]()

class Game {
  constructor(setup) {
    const [fen, ...more] = setup.trim().split('\n')
    this.draws = more.length === 1 && more[0] === 'draws=automatic'
    if (more.length > 0 && !this.draws) throw new Unsupported()
    this.board = new Chess(fen)
    if (this.board.fen().split(' ')[0] !== fen.split(' ')[0]) throw new Unsupported()
  }

  listed() {
    return this.board.moves({ verbose: true }).map(it => it.from + it.to + (it.promotion ?? ''))
  }

  moves() { return this.listed() }

  play(text) {
    if (!this.listed().includes(text)) return false
    this.board.move({ from: text.slice(0, 2), to: text.slice(2, 4), promotion: text[4] })
    return true
  }

  undo() { this.board.undo() }

  position() { return this.board.fen() }

  outcome() {
    if (call(this.board, 'isCheckmate', 'inCheckmate', 'in_checkmate')) return this.board.turn() === 'w' ? 'black wins' : 'white wins'
    return call(this.board, 'isStalemate', 'inStalemate', 'in_stalemate') ? 'draw' : 'playing'
  }

  observe() {
    const seen = {
      check: call(this.board, 'isCheck', 'inCheck', 'in_check'),
      'insufficient-material': call(this.board, 'isInsufficientMaterial', 'insufficientMaterial', 'insufficient_material'),
    }
    if (this.draws) seen.threefold = call(this.board, 'isThreefoldRepetition', 'inThreefoldRepetition', 'in_threefold_repetition')
    return Object.fromEntries(Object.entries(seen).map(([key, value]) => [key, String(value)]))
  }
}

if (!modes.includes('text')) delete Game.prototype.position
if (modes.includes('draws')) {
  Game.variants = { draws: ['automatic'] }
  delete Game.prototype.outcome
}
serve(Game, 'chess')
