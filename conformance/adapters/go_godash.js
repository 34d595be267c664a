#!/usr/bin/env node
// godash as an engine for go with the ko of `followupKo`. The version is in package.json.
'use strict'
const godash = require('godash')
const { serve, Unsupported } = require('twinboard.js')

class Game {
  constructor(setup) {
    const rows = setup.trim().split('\n')
    const end = rows.findIndex(row => row.startsWith('ko='))
    const [rules, turn, ...past] = rows.splice(end)
    const isSquare = rows[0].length === rows.length
    if (!isSquare || !rules.startsWith('ko=simple suicide=no') || past.length > 0) throw new Unsupported()
    if (turn.length !== 9) throw new Unsupported() // Passes.
    this.rules = rules
    this.komi = Number(rules.split('komi=')[1])
    this.black = turn[0] === 'x'
    this.size = rows.length
    this.passes = 0
    this.before = null
    this.board = godash.Board(this.size)
    this.ko = null
    this.each((row, column) => {
      const color = { x: godash.BLACK, o: godash.WHITE }[rows[row][column]]
      if (color) this.board = godash.placeStone(this.board, godash.Coordinate(row, column), color)
    })
  }

  each(visit) {
    for (let row = 0; row < this.size; row++) {
      for (let column = 0; column < this.size; column++) visit(row, column)
    }
  }

  name(row, column) {
    return 'ABCDEFGHJKLMNOPQRST'[column] + (this.size - row)
  }

  move(row, column) {
    const color = this.black ? godash.BLACK : godash.WHITE
    return godash.Move(godash.Coordinate(row, column), color)
  }

  isLegal(row, column) {
    const move = this.move(row, column)
    const isKo = this.ko !== null && this.ko.equals(move.coordinate)
    return !isKo && godash.isLegalMove(this.board, move)
  }

  moves() {
    if (this.passes === 2) return []
    const all = ['pass']
    this.each((row, column) => {
      if (this.isLegal(row, column)) all.push(this.name(row, column))
    })
    return all
  }

  play(text) {
    if (!this.moves().includes(text)) return false
    const before = this.boardText('/')
    let move = null
    this.each((row, column) => { if (this.name(row, column) === text) move = this.move(row, column) })
    this.ko = move && godash.followupKo(this.board, move)
    if (move) this.board = godash.addMove(this.board, move)
    this.passes = move ? 0 : this.passes + 1
    this.before = move && before
    this.black = !this.black
    return true
  }

  grid() {
    const grid = Array.from({ length: this.size }, () => [])
    const stone = color => ({ [godash.BLACK]: 'x', [godash.WHITE]: 'o' })[color] ?? '.'
    this.each((row, column) => {
      grid[row].push(stone(this.board.moves.get(godash.Coordinate(row, column))))
    })
    return grid
  }

  boardText(separator) {
    return this.grid().map(row => row.join('')).join(separator)
  }

  // With what the rest of the game depends on: the passes, and the board that a ko forbids.
  position() {
    const passes = ['', ', 1 pass', ', 2 passes'][this.passes]
    const lines = [this.boardText('\n'), this.rules, `${this.black ? 'x' : 'o'} to move${passes}`]
    if (this.before !== null) lines.push(`not again ${this.before}`)
    return lines.join('\n')
  }

  // Area scoring of this adapter: what the library counts differs.
  outcome() {
    if (this.passes < 2) return 'playing'
    const grid = this.grid()
    const score = { x: 0, o: this.komi }
    const seen = new Set()
    this.each((row, column) => {
      if (grid[row][column] !== '.') return score[grid[row][column]]++
      if (seen.has(this.name(row, column))) return
      const region = [[row, column]]
      const borders = new Set()
      seen.add(this.name(row, column))
      for (const [r, c] of region) {
        for (const [y, x] of [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]]) {
          const content = grid[y]?.[x]
          if (content === '.' && !seen.has(this.name(y, x))) {
            seen.add(this.name(y, x))
            region.push([y, x])
          } else if (content === 'x' || content === 'o') borders.add(content)
        }
      }
      if (borders.size === 1) score[[...borders][0]] += region.length
    })
    if (score.x === score.o) return 'draw'
    return score.x > score.o ? `x wins by ${score.x - score.o}` : `o wins by ${score.o - score.x}`
  }
}

serve(Game, 'go')
