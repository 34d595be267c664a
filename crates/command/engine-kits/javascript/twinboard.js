// Twinboard engine kit for JavaScript, on Node.js 16 or later: one CommonJS module, nothing else. In
// a package of ES modules, name it twinboard.cjs and import it.
//
// This module speaks the engine protocol (docs/engine-protocol.md, EP-*) for a class of yours with
// five methods:
//
//     class MyGame {
//       constructor(setup) {}  // the text of the set-up; throws Unsupported
//       moves() {}             // an iterable of texts, best a generator
//       play(move) {}          // true or false: accepted or refused
//       position() {}          // the text of the rows
//       outcome() {}           // 'playing'
//     }
//
//     serve(MyGame, 'samegame')
//
// A class may lack some of `moves`, `position` and `outcome`, if its library cannot tell them: what
// is lacking is not compared. One of `moves`, `legal` and `position` must be there. Everything else
// is optional; the kit offers what the class has in the handshake (EP-12):
//
//     legal(move)              true or false, for a library that judges moves
//     observe()                an object of texts by name, such as { check: 'yes' } (EP-39)
//     static events = true     `play` returns the event instead of true
//     static reasons = true    `play` throws new Refused(reason) instead of returning false
//     key()                    a number without fraction or a BigInt
//     undo()
//     copy()                   another game
//     random(x)                a legal move chosen with the BigInt x, or null
//     static dice = true       `random` draws as often as the rules say, and is checked for that
//     count(most, legal)       a number, or null if it is more than `most`
//     validate()               null, or a sentence about what is broken
//
//     static title = 'my engine 1.0'
//     static limits = { columns: [1, 20], rows: 'columns' }    // as many rows as columns
//     static variants = { ko: ['simple'], castling: ['none', '960'] }    // none: not in the set-up
//     static startOnly = true    // games begin at the starts of the rule set only
//     static packages = ['chess.js']    // counted for coverage beside the engine's own files
//
// `coverage` is offered if the command asks for it by a variable: the functions and blocks that run
// guide the fuzzer, and counting them takes time (EP-36). serve(…, { coverage: true }) is another
// choice.
//
// `end` is always offered. Standard output belongs to the protocol; the kit sends messages of
// `console` to standard error. An exception ends the process with its stack there.
'use strict'

/** Thrown by the constructor: the engine does not play this set-up. */
class Unsupported extends Error {}

/** Thrown by `play`: the move is illegal, with the reason as its message (EP-20). */
class Refused extends Error {}

/** Plays the games that standard input asks for, until it ends. `Game` is the class. */
function serve(Game, ruleSet, { coverage = 'TWINBOARD_COVERAGE' in process.env } = {}) {
  globalThis.console = new console.Console(process.stderr, process.stderr)
  const server = new Server(Game, ruleSet, coverage ? new Coverage(Game.packages ?? []) : null)
  const requests = server.requests()
  requests.next()
  // The beginning of the line behind the complete ones.
  let partial = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', data => {
    const lines = (partial + data).split('\n')
    partial = lines.pop()
    try {
      lines.forEach(line => requests.next(line.replace(/\r$/, '')))
    } catch (error) {
      // The message comes last, too: reports show the last lines.
      console.error(error)
      console.error(String(error))
      process.exitCode = 1
    }
    // The answers before an exception, too (EP-7).
    process.stdout.write(server.output.splice(0).join(''), () => {
      if (process.exitCode) process.exit()
    })
    if (process.exitCode) process.stdin.removeAllListeners('data')
  })
  // Timers of a library do not keep the process (EP-9).
  process.stdin.on('end', () => process.stdout.write('', () => process.exit()))
}

/** Optional requests, which are methods of the same name. */
const OPTIONAL = ['copy', 'undo', 'key', 'random', 'count', 'validate', 'legal', 'observe']
/** Those that a class has unless its library cannot tell. */
const USUAL = ['moves', 'position', 'outcome']

/** A request that is not known, or cannot be read. */
class Unknown extends Error {}

class Server {
  constructor(Game, ruleSet, coverage) {
    this.Game = Game
    this.ruleSet = ruleSet
    this.places = coverage
    // Without running a getter of this name.
    const has = name => {
      for (let it = Game.prototype; it; it = Object.getPrototypeOf(it)) {
        const member = Object.getOwnPropertyDescriptor(it, name)
        if (member) return typeof member.value === 'function'
      }
      return false
    }
    this.offers = OPTIONAL.filter(has)
    this.lacks = USUAL.filter(name => !has(name))
    this.games = new Map()
    this.output = []
  }

  /** Receives the lines of the input one by one, and adds the answers to the output. */
  * requests() {
    for (;;) {
      const line = yield
      const [number, request] = split(line)
      const [name, rest] = split(request)
      if (!/^[0-9]+$/.test(number)) {
        console.error(`a request without a number: ${JSON.stringify(line)}`)
        continue
      }
      let answer
      try {
        const lines = []
        if (name === 'set-up') {
          const length = count(rest.split(' ')[1])
          while (lines.length < length) lines.push(yield)
        }
        answer = this.answer(name, rest, lines)
      } catch (error) {
        if (!(error instanceof Unknown)) throw error
        console.error(`request ${number}: ${error.message}: ${request}`)
        answer = 'unknown' // EP-8
      }
      this.output.push(`${number} ${answer}\n`)
    }
  }

  /** The answer to a request, without its number and the last line feed. */
  answer(name, rest, lines) {
    if (name === 'hello') return this.hello()
    if (name === 'coverage' && this.places) return this.places.take()
    const [id, argument] = split(rest)
    if (name === 'set-up') return this.setUp(number(id), lines)
    const known = ['play', 'end', ...USUAL, ...this.offers]
    if (!known.includes(name) || this.lacks.includes(name)) throw new Unknown('an unknown request')
    const game = this.games.get(number(id))
    if (game === undefined) throw new Unknown('no such game')
    switch (name) {
      case 'end':
        this.games.delete(number(id))
        return 'ok'
      case 'moves':
        return this.moves(game, count(argument))
      case 'play':
        return this.play(game, argument)
      case 'position': {
        const text = game.position()
        return block('position', text === '' ? [] : rows(text))
      }
      case 'outcome':
        return `outcome ${game.outcome()}`
      case 'legal':
        return game.legal(argument) ? 'legal yes' : 'legal no'
      case 'observe': {
        const given = Object.entries(game.observe())
        const lines = given.flatMap(([name, text]) => rows(text).map(line => `${name} ${line}`))
        return block('observe', lines)
      }
      case 'copy':
        this.games.set(number(argument), game.copy())
        return 'ok'
      case 'undo':
        game.undo()
        return 'ok'
      case 'key':
        return `key ${BigInt.asUintN(64, BigInt(game.key())).toString(16)}`
      case 'random': {
        const x = number(argument, /^[0-9a-f]+$/i, '0x')
        const legal = game.random(x)
        return legal == null ? 'random' : `random ${legal}`
      }
      case 'count': {
        const [most, legal] = split(argument)
        const counted = game.count(count(most), legal)
        return counted == null ? 'count more' : `count ${counted}`
      }
      case 'validate': {
        const sentence = game.validate()
        return sentence ? `broken ${sentence}` : 'ok'
      }
    }
  }

  hello() {
    const { Game } = this
    const flags = ['dice', 'events', 'reasons'].filter(flag => Game[flag] === true)
    const offers = ['end', ...this.offers, ...flags]
    if (this.places) offers.push('coverage')
    const lines = ['protocol 1', `rule-set ${this.ruleSet}`, `offers ${offers.join(' ')}`]
    if (typeof Game.title === 'string') lines.push(`name ${Game.title}`)
    for (const [quantity, bounds] of Object.entries(Game.limits ?? {})) {
      lines.push(`limit ${quantity} ${typeof bounds === 'string' ? `= ${bounds}` : bounds.join(' ')}`)
    }
    for (const [key, values] of Object.entries(Game.variants ?? {})) {
      lines.push(`variant ${key} ${values.join(' ')}`)
    }
    if (Game.startOnly === true) lines.push('start-only')
    if (this.lacks.length > 0) lines.push(`lacks ${this.lacks.join(' ')}`)
    return block('hello', lines)
  }

  setUp(id, lines) {
    const text = lines.map(line => `${line}\n`).join('')
    try {
      this.games.set(id, new this.Game(text))
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error
      return 'unsupported'
    }
    return 'ok'
  }

  moves(game, most) {
    const moves = []
    for (const move of game.moves()) {
      if (moves.length === most) return block('moves', moves, ' more')
      moves.push(move)
    }
    return block('moves', moves)
  }

  play(game, move) {
    const [events, reasons] = [this.Game.events === true, this.Game.reasons === true]
    let result
    try {
      result = game.play(move)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return reasons ? `refused ${error.message}` : 'refused'
    }
    if (events && typeof result === 'string') return `played ${result}`
    if (typeof result === 'boolean' && !(result ? events : reasons)) {
      return result ? 'played' : 'refused'
    }
    const wanted = events ? 'an event or throw Refused' : 'true or false, or throw Refused'
    throw new TypeError(`play should return ${wanted}, not ${String(result)}`)
  }
}

/** The functions and blocks that ran, as V8 counts them for its debugger. */
class Coverage {
  /** Counts the engine's own files, and the packages of these names. */
  constructor(packages) {
    this.packages = packages.map(name => `/node_modules/${name}/`)
    const { Session } = require('inspector')
    this.session = new Session()
    this.session.connect()
    // The places of all functions and blocks that V8 has reported.
    this.known = new Map()
    this.post('Profiler.enable')
    this.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** The result of a method of V8's profiler, which calls back at once. */
  post(method, parameters) {
    let result
    this.session.post(method, parameters, (error, given) => {
      if (error) throw new Error(`${method}: ${error.message}`)
      result = given
    })
    return result
  }

  /** The answer of EP-36; counting begins anew. */
  take() {
    const places = new Map()
    for (const { url, functions } of this.post('Profiler.takePreciseCoverage').result) {
      // Neither this file nor the modules of Node.js.
      if (!url.startsWith('file:') || url === OWN_URL) continue
      const isOfPackage = url.includes('/node_modules/')
      if (isOfPackage && !this.packages.some(folder => url.includes(folder))) continue
      const file = url.slice(url.lastIndexOf('/') + 1)
      for (const { startOffset, endOffset, count } of functions.flatMap(it => it.ranges)) {
        if (count === 0) continue
        const block = `${file}:${startOffset}:${endOffset}`
        if (!this.known.has(block)) this.known.set(block, hash(block))
        const place = this.known.get(block)
        places.set(place, (places.get(place) ?? 0) + count)
      }
    }
    const sorted = [...places].sort(([one], [other]) => one - other)
    const words = sorted.map(([place, count]) => {
      return ` ${place.toString(16)}:${Math.min(count, 255).toString(16)}`
    })
    return `coverage${words.join('')}`
  }
}

const OWN_URL = require('url').pathToFileURL(__filename).href

/** A number of 15 bits: FNV-1a, folded. */
function hash(text) {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 16)) & 0x7fff
}

/** The first word of a line, and the rest behind the blank. */
function split(line) {
  const end = line.indexOf(' ')
  return end < 0 ? [line, ''] : [line.slice(0, end), line.slice(end + 1)]
}

/** A number as a BigInt, so that no two are taken for the same (EP-8). */
function number(word = '', digits = /^[0-9]+$/, prefix = '') {
  const value = digits.test(word) ? BigInt(prefix + word) : -1n
  if (value < 0n || value >> 64n) throw new Unknown('a number is missing, or has more than 64 bits')
  return value
}

/** A decimal number to count up to; large ones lose digits. */
function count(word) {
  return Number(number(word))
}

/** The lines of a text. */
function rows(text) {
  return String(text).replace(/\n+$/, '').split('\n')
}

/** An answer with a text of several lines (EP-5). */
function block(name, lines, end = '') {
  return [`${name} ${lines.length}${end}`, ...lines].join('\n')
}

module.exports = { serve, Unsupported, Refused }
