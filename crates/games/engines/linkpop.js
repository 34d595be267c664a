#!/usr/bin/env node
// The start of a Link and Pop engine: it reads and prints. The rules are yours to write, at TODO 1 to 3.
//
// RULES.md has them, with the numbers LP-*; docs/engine-protocol.md has the forms of the texts, and the
// top of twinboard.js what else an engine may offer.
'use strict'

const { serve, Refused } = require('./twinboard.js')

class LinkPop {
  static title = 'engine.js'
  /** `play` gives the reasons of refusals (LP-8 to LP-14, LP-30). */
  static reasons = true

  /** Reads the size, the rows from the top, `0 0`, and the margin (LP-1, LP-29, LP-31). */
  constructor(setup) {
    const [size, ...lines] = setup.trim().split('\n')
    const [height, width] = size.split(' ').map(Number)
    this.height = height
    this.width = width
    // True if links may leave the board (LP-6).
    this.hasMargin = lines.includes('margin outside')
    // blocks[row][column], such as 'AU'; null is an empty cell, and row 0 the top row.
    const blocks = line => line.split(' ').map(block => (block === '..' ? null : block))
    this.blocks = lines.slice(0, height).map(blocks)
  }

  /** The rows from the top, with a dot for an empty cell (PF-3). */
  position() {
    return this.blocks.map(row => row.map(block => block ?? '.').join(' ')).join('\n')
  }

  /** 'playing', 'cleared' or 'stuck' (LP-22). */
  outcome() {
    throw new Error('TODO 1: write outcome (LP-4 to LP-7, LP-22)')
  }

  /**
   * Every pair with a link, once, the cell that comes first by rows before the other one, with the
   * least cost (LP-4 to LP-7): `yield legalMove(first, second, cost)`.
   */
  * moves() {
    throw new Error('TODO 2: write moves (LP-4 to LP-7)')
  }

  /** Plays `pop ROW COLUMN ROW COLUMN` or `robot` (LP-15 to LP-20). The numbers may be any. */
  play(move) {
    const isRobot = move === 'robot'
    const [row, column, otherRow, otherColumn] = move.split(' ').slice(1).map(Number)
    // A refusal is `throw new Refused('no-link')`, or another of the reasons 'first-off-board',
    // 'second-off-board', 'same-cell', 'first-empty', 'second-empty', 'different-symbols' and
    // 'nothing-to-pop', and changes nothing; else play the move and `return true`.
    throw new Error('TODO 3: write play (LP-8 to LP-20)')
  }
}

/** The text of a legal move; cells are pairs of row and column. */
function legalMove(first, second, cost) {
  return `${first.join(',')} ${second.join(',')} ${cost}`
}

if (require.main === module) serve(LinkPop, 'linkpop')
