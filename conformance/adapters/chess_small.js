// js-chess-engine and chess of npm: `chess_small.js chess`.
'use strict'
const { serve, Unsupported } = require('twinboard.js')
const name = process.argv[2]

const libraries = {
  'js-chess-engine': class {
    constructor(fen) { this.game = new (require(name).Game)(fen) }
    listed() {
      const found = {}
      for (const [from, targets] of Object.entries(this.game.moves())) {
        const isPawn = 'pP'.includes(this.game.exportJson().pieces[from])
        for (const to of targets) {
          const text = (from + to).toLowerCase() + (isPawn && '18'.includes(to[1]) ? 'q' : '')
          found[text] = [from, to]
        }
      }
      return found
    }
    make([from, to]) { this.game.move(from, to) }
    fen() { return this.game.exportFEN() }
    ended() {
      const { checkMate, staleMate } = this.game.exportJson()
      return [checkMate, staleMate]
    }
  },
  chess: class {
    constructor(fen) { this.game = require('chess').fromFEN(fen) }
    listed() {
      const found = {}
      for (const [notation, { src, dest }] of Object.entries(this.game.getStatus().notatedMoves)) {
        const kind = /^[a-h].*([QRBN])$/.exec(notation)?.[1].toLowerCase() ?? ''
        found[src.file + src.rank + dest.file + dest.rank + kind] = notation
      }
      return found
    }
    make(notation) { this.game.move(notation) }
    fen() { return this.game.getFen() }
    ended() {
      const { isCheckmate, isStalemate } = this.game.getStatus()
      return [isCheckmate, isStalemate]
    }
    third() { return this.game.getStatus().isRepetition }
  },
}

class Game {
  constructor(setup) {
    const [fen, ...more] = setup.trim().split('\n')
    this.draws = more.length === 1 && more[0] === 'draws=automatic' && name === 'chess'
    if (more.length > 0 && !this.draws) throw new Unsupported()
    this.board = new libraries[name](fen)
  }

  moves() { return Object.keys(this.board.listed()) }

  play(text) {
    const move = this.board.listed()[text]
    if (move !== undefined) this.board.make(move)
    return move !== undefined
  }

  position() { return this.board.fen() }

  outcome() {
    const [isMate, isStalemate] = this.board.ended()
    if (isMate) return this.board.fen().split(' ')[1] === 'w' ? 'black wins' : 'white wins'
    return isStalemate ? 'draw' : 'playing'
  }

  observe() { return this.draws ? { threefold: String(this.board.third()) } : {} }
}

if (!process.argv.includes('text')) delete Game.prototype.position
if (process.argv.includes('draws')) {
  Game.variants = { draws: ['automatic'] }
  delete Game.prototype.outcome
}
serve(Game, 'chess')
