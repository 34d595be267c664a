// The engine protocol (docs/engine-protocol.md) for a class with the methods constructor(setup),
// moves(), play(move), position() and outcome(), and perhaps undo() and copy().
//
// A constructor that throws `Unsupported` answers that the set-up is not supported.
'use strict'

class Unsupported extends Error {}

function serve(Game, ruleSet) {
  const offers = ['end', ...['copy', 'undo'].filter(name => name in Game.prototype)]
  const games = new Map()
  const say = (number, text, lines) => {
    const count = lines === undefined ? '' : ` ${lines.length}`
    process.stdout.write([`${number} ${text}${count}`, ...(lines ?? [])].join('\n') + '\n')
  }

  const answer = (number, [name, id, ...rest], text) => {
    if (name === 'hello') {
      const lines = ['protocol 1', `rule-set ${ruleSet}`, `offers ${offers.join(' ')}`]
      return say(number, 'hello', lines)
    }
    if (name === 'set-up') {
      try {
        games.set(id, new Game(text))
        return say(number, 'ok')
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error
        return say(number, 'unsupported')
      }
    }
    const game = games.get(id)
    if (game === undefined) return say(number, 'unknown')
    switch (name) {
      case 'moves': {
        const moves = game.moves()
        const most = Number(rest[0])
        process.stdout.write(`${number} moves ${Math.min(moves.length, most)}`)
        process.stdout.write(moves.length > most ? ' more\n' : '\n')
        return moves.slice(0, most).forEach(move => process.stdout.write(move + '\n'))
      }
      case 'play': return say(number, game.play(rest.join(' ')) ? 'played' : 'refused')
      case 'position': return say(number, 'position', game.position().split('\n'))
      case 'outcome': return say(number, `outcome ${game.outcome()}`)
      case 'end': return games.delete(id), say(number, 'ok')
      case 'undo': return game.undo(), say(number, 'ok')
      case 'copy': return games.set(rest[0], game.copy()), say(number, 'ok')
      default: return say(number, 'unknown')
    }
  }

  let pending = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', data => {
    const lines = (pending + data).split('\n')
    pending = lines.pop()
    while (lines.length > 0) {
      const [number, ...words] = lines[0].split(' ')
      const length = words[0] === 'set-up' ? Number(words[2]) : 0
      if (lines.length <= length) break
      const text = lines.splice(0, length + 1).slice(1).join('\n')
      answer(number, words, text)
    }
    if (lines.length > 0) pending = lines.join('\n') + '\n' + pending
  })
}

module.exports = { serve, Unsupported }
