// shogiops and tsshogi of npm: `shogi_js.js shogiops`.
'use strict'
const { serve, Unsupported } = require('twinboard.js')
const name = process.argv[2]
// shogiops has no entry for `require` but its files.
const folder = process.env.NODE_PATH.split(':').find(it => require('fs').existsSync(`${it}/${name}`))
const shogiops = file => require(`${folder}/shogiops/dist/${file}.js`)
const ranks = 'abcdefghi'
const squares = [...'987654321'].flatMap(file => [...ranks].map(rank => file + rank))

// All moves that could be written; the library is asked which of them are legal.
const written = [...'RBGSNLP'].flatMap(it => squares.map(to => `${it}*${to}`))
for (const from of squares) for (const to of squares) if (from !== to) written.push(from + to, from + to + '+')

const libraries = {
  shogiops: class {
    constructor(sfen) {
      const made = shogiops('sfen').parseSfen('standard', sfen, false)
      if (made.isErr) throw new Unsupported(made.error.message)
      this.board = made.value
    }
    move(text) { return shogiops('util').parseUsi(text) }
    isLegal(move) { return this.board.isLegal(move) }
    candidates() {
      const name = shogiops('util').makeSquareName
      const starts = new Set([...this.board.allMoveDests()].flatMap(([from, to]) => [...to].map(it => name(from) + name(it))))
      return written.filter(text => text[1] === '*' || starts.has(text.slice(0, 4)))
    }
    play(move) { this.board.play(move) }
    sfen() { return shogiops('sfen').makeSfen(this.board) }
  },
  tsshogi: class {
    constructor(sfen) {
      this.board = require('tsshogi').Position.newBySFEN(sfen)
      if (!this.board) throw new Unsupported()
    }
    candidates() { return written }
    move(text) { return this.board.createMoveByUSI(text) }
    isLegal(move) { return move !== null && this.board.isValidMove(move) }
    play(move) { this.board.doMove(move) }
    sfen() { return this.board.sfen }
  },
}

class Game {
  constructor(setup) {
    const [sfen, ...more] = setup.trim().split('\n')
    if (more.length > 0) throw new Unsupported('repetition')
    this.board = new libraries[name](sfen + ' 1')
  }

  moves() {
    return this.board.candidates().filter(text => {
      const move = this.board.move(text)
      return move && this.board.isLegal(move)
    })
  }

  play(text) {
    const move = this.board.move(text)
    if (!move || !this.board.isLegal(move)) return false
    this.board.play(move)
    return true
  }

  position() { return this.board.sfen().split(' ').slice(0, 3).join(' ') }

  outcome() {
    if (this.moves().length > 0) return 'playing'
    return this.position().split(' ')[1] === 'b' ? 'white wins' : 'black wins'
  }
}

serve(Game, 'shogi')
