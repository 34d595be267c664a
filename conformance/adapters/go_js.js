// tenuki and wgo of npm: `go_js.js wgo`. Neither knows whether a game of two passes is won.
'use strict'
const { serve, Unsupported } = require('twinboard.js')
const name = process.argv[2]
const library = require(name)

/** A board from the rows from the top, black to move or not, in coordinates from the top left. */
const boards = {
  wgo: class {
    constructor(rows, isBlack, ko, suicide) {
      if (ko === 'situational') throw new Unsupported()
      const repeating = ko === 'simple' ? 'KO' : 'NONE'
      const rules = { repeating, allowRewrite: false, allowSuicide: suicide === 'yes', komi: 0 }
      this.game = new library.Game(rows.length, rules)
      rows.forEach((row, y) => [...row].forEach((it, x) => {
        if (it !== '.') this.game.addStone(x, y, it === 'x' ? 1 : -1)
      }))
      this.game.turn = isBlack ? 1 : -1
    }
    isLegal(x, y) { return this.game.isValid(x, y) }
    play(x, y) { this.game.play(x, y) }
    pass() { this.game.pass() }
  },
  tenuki: class {
    constructor(rows, isBlack, ko, suicide) {
      if (suicide === 'yes' || !isBlack || rows.join('').match(/[xo]/)) throw new Unsupported()
      const koRule = ko === 'simple' ? ko : `${ko}-superko`
      this.game = new library.Game({ boardSize: rows.length, koRule })
    }
    isLegal(x, y) { return this.game.intersectionAt(y, x).isEmpty() && !this.game.isIllegalAt(y, x) }
    play(x, y) { this.game.playAt(y, x) }
    pass() { this.game.pass() }
  },
}

class Game {
  constructor(setup) {
    const rows = setup.trim().split('\n')
    const [rules, turn, ...past] = rows.splice(rows.findIndex(row => row.startsWith('ko=')))
    if (rows[0].length !== rows.length || past.length > 0 || turn.length !== 9) throw new Unsupported()
    const [, ko, suicide] = /ko=(\w+) suicide=(\w+)/.exec(rules)
    this.board = new boards[name](rows, turn[0] === 'x', ko, suicide)
    this.size = rows.length
    this.passes = 0
  }

  moves() {
    if (this.passes === 2) return []
    const all = ['pass']
    for (let y = 0; y < this.size; y++) {
      for (let x = 0; x < this.size; x++) {
        if (this.board.isLegal(x, y)) all.push('ABCDEFGHJKLMNOPQRST'[x] + (this.size - y))
      }
    }
    return all
  }

  play(text) {
    if (!this.moves().includes(text)) return false
    this.passes = text === 'pass' ? this.passes + 1 : 0
    if (text === 'pass') this.board.pass()
    else this.board.play('ABCDEFGHJKLMNOPQRST'.indexOf(text[0]), this.size - Number(text.slice(1)))
    return true
  }
}

serve(Game, 'go')
