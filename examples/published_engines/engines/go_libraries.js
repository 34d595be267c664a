#!/usr/bin/env node
// Libraries of Go as engines: `go_libraries.js tenuki` or `go_libraries.js godash`. Versions are in
// package.json.
'use strict'
const { serve, Unsupported } = require('./twinboard.js')

const LIBRARY = process.argv[2]

function name(row, column) {
  return String.fromCharCode(97 + column) + (row + 1)
}

// A game on a board that the subclass keeps; this class reads set-ups, counts passes and scores.
class Game {
  constructor(setup) {
    const rows = setup.trim().split('\n')
    const side = rows.pop()
    this.black = side === 'black to move'
    this.rows = rows.length
    this.columns = rows[0].length
    this.passes = 0
    this.before = null
    this.begin(rows)
  }

  each(visit) {
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) visit(row, column)
    }
  }

  moves() {
    if (this.passes === 2) return []
    const all = ['pass']
    this.each((row, column) => {
      if (this.isLegal(row, column)) all.push(name(row, column))
    })
    return all
  }

  play(text) {
    if (this.passes === 2) return false
    let at = null
    this.each((row, column) => { if (name(row, column) === text) at = [row, column] })
    if (at === null && text !== 'pass') return false
    if (at !== null && !this.isLegal(...at)) return false
    const before = this.boardText('/')
    if (at === null) this.pass()
    else this.place(...at)
    this.passes = at === null ? this.passes + 1 : 0
    this.before = before
    this.black = !this.black
    return true
  }

  grid() {
    const grid = Array.from({ length: this.rows }, () => [])
    this.each((row, column) => grid[row].push(this.at(row, column)))
    return grid
  }

  boardText(separator) {
    return this.grid().map(row => row.join('')).join(separator)
  }

  // With what the rest of the game depends on: the passes, and the board that a ko forbids.
  position() {
    const side = this.black ? 'black to move' : 'white to move'
    const lines = [this.boardText('\n'), side, `passes ${this.passes}`]
    if (this.before !== null) lines.push(`not again ${this.before}`)
    return lines.join('\n')
  }

  // Area scoring of this adapter: what the libraries count differs.
  outcome() {
    if (this.passes < 2) return 'playing'
    const grid = this.grid()
    const score = { x: 0, o: 0 }
    const seen = new Set()
    this.each((row, column) => {
      if (grid[row][column] !== '.') return score[grid[row][column]]++
      if (seen.has(name(row, column))) return
      const region = [[row, column]]
      const borders = new Set()
      seen.add(name(row, column))
      for (const [r, c] of region) {
        for (const [y, x] of [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]]) {
          const content = grid[y]?.[x]
          if (content === '.' && !seen.has(name(y, x))) {
            seen.add(name(y, x))
            region.push([y, x])
          } else if (content === 'x' || content === 'o') borders.add(content)
        }
      }
      if (borders.size === 1) score[[...borders][0]] += region.length
    })
    if (score.x === score.o) return 'drawn'
    return score.x > score.o ? 'first-won' : 'second-won'
  }
}

// Whole games of tenuki: square boards without stones.
class Tenuki extends Game {
  begin(rows) {
    const isEmpty = rows.every(row => [...row].every(it => it === '.'))
    if (!isEmpty || !this.black || this.rows !== this.columns) throw new Unsupported()
    this.game = new (require('tenuki').Game)({ boardSize: this.rows })
  }
  isLegal(row, column) { return !this.game.isIllegalAt(row, column) }
  place(row, column) { this.game.playAt(row, column) }
  pass() { this.game.pass() }
  at(row, column) {
    return { empty: '.', black: 'x', white: 'o' }[this.game.intersectionAt(row, column).value]
  }
}

// Boards of godash with the ko of `followupKo`.
class Godash extends Game {
  begin(rows) {
    if (this.rows !== this.columns) throw new Unsupported()
    this.lib = require('godash')
    this.board = this.lib.Board(this.rows)
    this.ko = null
    this.each((row, column) => {
      const color = { x: this.lib.BLACK, o: this.lib.WHITE }[rows[row][column]]
      if (color) this.board = this.lib.placeStone(this.board, this.lib.Coordinate(row, column), color)
    })
  }
  move(row, column) {
    return this.lib.Move(this.lib.Coordinate(row, column), this.black ? this.lib.BLACK : this.lib.WHITE)
  }
  isLegal(row, column) {
    const move = this.move(row, column)
    const isKo = this.ko !== null && this.ko.equals(move.coordinate)
    return !isKo && this.lib.isLegalMove(this.board, move)
  }
  place(row, column) {
    const move = this.move(row, column)
    this.ko = this.lib.followupKo(this.board, move)
    this.board = this.lib.addMove(this.board, move)
  }
  pass() { this.ko = null }
  at(row, column) {
    const color = this.board.moves.get(this.lib.Coordinate(row, column))
    return { [this.lib.BLACK]: 'x', [this.lib.WHITE]: 'o' }[color] ?? '.'
  }
}

const classes = { tenuki: Tenuki, godash: Godash }
serve(classes[LIBRARY], 'go')
