// morris of npm, as an engine for nine-mens-morris. It replaces Array.prototype.fill, which its constructor
// needs and others must not see.
'use strict'
const { serve } = require('./twinboard.js')
const { fill } = Array.prototype
const Morris = require('morris')
const theirs = Array.prototype.fill
Array.prototype.fill = fill

const PLACES = [[0, 6], [3, 6], [6, 6], [6, 3], [6, 0], [3, 0], [0, 0], [0, 3]]

function name({ row, position }) {
  const [column, line] = PLACES[position].map(at => [row, 3, 6 - row][at / 3])
  return String.fromCharCode(97 + column) + (line + 1)
}

const points = {}
for (let at = 0; at < 24; at++) {
  const point = { row: at >> 3, position: at & 7 }
  points[name(point)] = point
}

function replay(played) {
  Array.prototype.fill = theirs
  const game = new Morris({})
  Array.prototype.fill = fill
  for (const move of played) act(game, move)
  return game
}

function act(game, move) {
  const [way, removed] = move.split('x')
  const [from, to] = way.split('-').map(it => points[it])
  if (to) game.move(from, to)
  else game.set({ ...from, team: game.nextTeam })
  if (removed) game.remove(points[removed])
}

class Game {
  constructor() { this.played = [] }

  moves() {
    const game = replay(this.played)
    if (game.gameOver) return []
    const ways = game.getMoves().map(({ startPoint, targetPoint }) =>
      (startPoint ? name(startPoint.position) + '-' : '') + name(targetPoint.position))
    return ways.flatMap(way => {
      const after = replay([...this.played, way])
      if (after.nextAction !== 'remove') return [way]
      return after.getMoves().map(it => `${way}x${name(it.targetPoint.position)}`)
    })
  }

  play(move) {
    if (!this.moves().includes(move)) return false
    this.played.push(move)
    return true
  }

  undo() { this.played.pop() }

  copy() {
    const other = new Game()
    other.played = [...this.played]
    return other
  }

  outcome() {
    const game = replay(this.played)
    if (game.draw) return 'draw'
    if (!game.gameOver) return 'playing'
    return game.teams[0].activePieces.length > 0 ? 'x wins' : 'o wins'
  }
}

Game.startOnly = true
Game.variants = { flying: ['yes'], repetition: ['none'], limit: ['none'] }
serve(Game, 'nine-mens-morris')
