// jocly of npm: `draughts_jocly.js draughts-turkish`.
'use strict'
const jocly = require('jocly')
const { serve, Unsupported } = require('twinboard.js')
const RULE_SET = process.argv[2]
const NAMES = {
  'draughts-international': 'draughts',
  'draughts-american': 'english-draughts',
  'draughts-brazilian': 'brazilian-draughts',
  'draughts-turkish': 'turkish-draughts',
}
const IS_TURKISH = RULE_SET === 'draughts-turkish'
const SIZE = RULE_SET === 'draughts-international' ? 10 : 8
const WIDTH = IS_TURKISH ? SIZE : SIZE / 2

// The library counts places from 0 at the bottom left, and from 1 at the top left in its texts.
function name(place) {
  const [row, column] = [Math.floor(place / WIDTH), place % WIDTH]
  return IS_TURKISH ? 'abcdefgh'[column] + (row + 1) : String((SIZE - 1 - row) * WIDTH + column + 1)
}

function game(Library, options) {
  return class Game {
    constructor(setup) {
      const rows = setup.trim().split('\n')
      const side = rows.pop()
      if (rows.length !== SIZE) throw new Unsupported('who may not capture')
      const pieces = { w: [], b: [] }
      rows.forEach((line, row) => [...line].forEach((piece, column) => {
        const number = row * WIDTH + Math.floor(column * WIDTH / SIZE) + 1
        const king = piece === piece.toUpperCase() ? 'K' : ''
        if (piece !== '.') pieces[piece.toLowerCase()].push(king + number)
      }))
      if (pieces.w.length * pieces.b.length === 0) throw new Unsupported('a side without pieces')
      this.game = new Library()
      this.game.Init(options)
      this.game.Load({ initialBoard: `${side[0].toUpperCase()}:W${pieces.w}:B${pieces.b}` })
    }

    listed() {
      const board = this.game.mBoard
      if (this.outcome() !== 'playing') return new Map()
      board.GenerateMoves(this.game)
      return new Map(board.mMoves.map(move => {
        const [from, to] = [move.pos[0], move.pos.at(-1)].map(name)
        const top = place => place % WIDTH - WIDTH * Math.floor(place / WIDTH)
        const taken = move.capt.filter(it => it !== null).sort((one, other) => top(one) - top(other)).map(name)
        return [taken.length > 0 ? `${from}x${to}:${taken}` : `${from}-${to}`, move]
      }))
    }

    moves() { return [...this.listed().keys()] }

    play(text) {
      const move = this.listed().get(text)
      if (move === undefined) return false
      this.game.ApplyMove(move)
      this.game.InvertWho()
      return true
    }

    position() {
      const lines = Array.from({ length: SIZE }, () => Array(SIZE).fill('.'))
      for (const piece of this.game.mBoard.pieces.filter(it => it !== null)) {
        const row = SIZE - 1 - Math.floor(piece.p / WIDTH)
        const column = IS_TURKISH ? piece.p % WIDTH : piece.p % WIDTH * 2 + 1 - row % 2
        const letter = piece.s === jocly.PLAYER_A ? 'w' : 'b'
        lines[row][column] = piece.t === 1 ? letter.toUpperCase() : letter
      }
      const side = this.game.GetWho() === jocly.PLAYER_A ? 'white' : 'black'
      return [...lines.map(it => it.join('')), `${side} to move`].join('\n')
    }

    // Draws by repetition and between few kings are not compared.
    outcome() {
      return { [jocly.PLAYER_A]: 'white wins', [jocly.PLAYER_B]: 'black wins' }[this.game.GetFinished()] ?? 'playing'
    }
  }
}

// A match is made by a promise; its games are of a class that makes others at once.
Promise.all([jocly.createMatch(NAMES[RULE_SET]), jocly.getGameConfig(NAMES[RULE_SET])]).then(([match, { model, view }]) => {
  serve(game(match.game.constructor, { game: model.gameOptions, view }), RULE_SET)
})
