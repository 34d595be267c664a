// @sabaki/go-board of npm: simple ko; suicide is told, and illegal here.
'use strict'
const { serve, Unsupported } = require('twinboard.js')
const Board = require('@sabaki/go-board')

class Game {
  constructor(setup) {
    const rows = setup.trim().split('\n')
    const end = rows.findIndex(row => row.startsWith('ko='))
    const [rules, turn, ...past] = rows.splice(end)
    if (!rules.startsWith('ko=simple suicide=no') || past.length > 0 || turn.length !== 9) throw new Unsupported()
    this.side = turn[0] === 'x' ? 1 : -1
    this.passes = 0
    this.board = new Board(rows.map(row => [...row].map(it => ({ x: 1, o: -1 })[it] ?? 0)))
  }

  moves() {
    if (this.passes === 2) return []
    const all = ['pass']
    for (let y = 0; y < this.board.height; y++) {
      for (let x = 0; x < this.board.width; x++) {
        const { pass, overwrite, suicide, ko } = this.board.analyzeMove(this.side, [x, y])
        if (!pass && !overwrite && !suicide && !ko) all.push(this.board.stringifyVertex([x, y]))
      }
    }
    return all
  }

  play(text) {
    if (!this.moves().includes(text)) return false
    const vertex = text === 'pass' ? [-1, -1] : this.board.parseVertex(text)
    this.board = this.board.makeMove(this.side, vertex)
    this.passes = text === 'pass' ? this.passes + 1 : 0
    this.side = -this.side
    return true
  }
}

serve(Game, 'go')
