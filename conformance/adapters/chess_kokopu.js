// kokopu of npm.
'use strict'
const { serve, Unsupported } = require('twinboard.js')
const { Position } = require('kokopu')

class Game {
  constructor(setup) {
    const [fen, ...more] = setup.trim().split('\n')
    if (more.length > 1 || (more.length === 1 && more[0] !== 'castling=960')) throw new Unsupported()
    this.is960 = more.length === 1
    this.board = new Position(...(this.is960 ? ['chess960', fen] : [fen]))
    if (!this.board.isLegal()) throw new Unsupported()
  }

  text(move) {
    return move.from() + (this.is960 && move.isCastling() ? move.rookFrom() : move.to()) +
      (move.isPromotion() ? move.promotion() : '')
  }

  moves() { return this.board.moves().map(move => this.text(move)) }

  play(text) {
    const move = this.board.moves().find(it => this.text(it) === text)
    return move !== undefined && this.board.play(move)
  }

  copy() {
    const other = Object.create(Game.prototype)
    other.board = new Position(this.board)
    other.is960 = this.is960
    return other
  }

  position() { return this.board.fen() }

  outcome() {
    if (this.board.isCheckmate()) return this.board.turn() === 'w' ? 'black wins' : 'white wins'
    return this.board.isStalemate() ? 'draw' : 'playing'
  }

  observe() {
    return { check: String(this.board.isCheck()), 'insufficient-material': String(this.board.isDead()) }
  }
}

Game.variants = { castling: ['none', '960'] }
if (!process.argv.includes('text')) delete Game.prototype.position
serve(Game, 'chess')
