// chessops of npm.
'use strict'
const { serve, Unsupported } = require('twinboard.js')
// Its files for `require` cannot be loaded, since its package.json calls them modules; those for `import` can.
const folder = process.env.NODE_PATH.split(':').find(it => require('fs').existsSync(`${it}/chessops`))
const [{ Chess }, { parseFen, makeFen }, { parseUci, makeSquare }] =
  ['chess', 'fen', 'util'].map(file => require(`${folder}/chessops/dist/esm/${file}.js`))

class Game {
  constructor(setup) {
    if (setup.trim().includes('\n')) throw new Unsupported()
    const made = parseFen(setup.trim()).chain(it => Chess.fromSetup(it))
    if (made.isErr) throw new Unsupported(made.error.message)
    this.board = made.value
  }

  moves() {
    const all = []
    for (const [from, targets] of this.board.allDests()) {
      const isPawn = this.board.board.pawn.has(from)
      for (const to of targets) {
        const isKing = this.board.board.king.has(from) && this.board.board[this.board.turn].has(to)
        const end = isKing ? (to > from ? 'g' : 'c') + makeSquare(to)[1] : makeSquare(to)
        const kinds = isPawn && (to < 8 || to > 55) ? ['q', 'r', 'b', 'n'] : ['']
        all.push(...kinds.map(kind => makeSquare(from) + end + kind))
      }
    }
    return all
  }

  play(text) {
    if (!this.moves().includes(text)) return false
    this.board.play(parseUci(text))
    return true
  }

  copy() {
    const other = Object.create(Game.prototype)
    other.board = this.board.clone()
    return other
  }

  position() { return makeFen(this.board.toSetup()) }

  outcome() {
    if (this.board.isCheckmate()) return this.board.turn === 'white' ? 'black wins' : 'white wins'
    return this.board.isStalemate() ? 'draw' : 'playing'
  }

  observe() {
    return {
      check: String(this.board.isCheck()),
      'insufficient-material': String(this.board.isInsufficientMaterial()),
    }
  }
}

if (!process.argv.includes('text')) delete Game.prototype.position
serve(Game, 'chess')
