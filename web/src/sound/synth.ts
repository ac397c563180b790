import type { Cue } from './cues'

// Every sound is made here, from noise and a few tones; there are no files.

type Make = (to: Part) => void

/** A place to put sounds together: a context, what it plays to, when it begins, and noise to cut from. */
interface Part {
  context: BaseAudioContext
  to: AudioNode
  at: number
  noise: AudioBuffer
}

/** How long the noise is that everything is cut from, in seconds. */
const NOISE = 1

/** White noise, made once for a context. */
export function whiteNoise(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, NOISE * context.sampleRate, context.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1
  return buffer
}

/** A gain that rises in `attack` seconds and has died away after `length`. */
function swell({ context, to }: Part, at: number, peak: number, attack: number, length: number): GainNode {
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(peak, at + attack)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  gain.connect(to)
  return gain
}

interface Brush {
  after?: number
  peak: number
  attack?: number
  length: number
  from: number
  to: number
  type?: BiquadFilterType
}

/** A brush of noise whose pitch goes from one frequency to another: paper on cloth, a card that snaps. */
function brush(part: Part, { after = 0, peak, attack = 0.004, length, from, to, type = 'bandpass' }: Brush): void {
  const at = part.at + after
  const source = part.context.createBufferSource()
  source.buffer = part.noise
  const filter = part.context.createBiquadFilter()
  filter.type = type
  filter.Q.value = 0.9
  filter.frequency.setValueAtTime(from, at)
  filter.frequency.exponentialRampToValueAtTime(to, at + length)
  source.connect(filter).connect(swell(part, at, peak, attack, length))
  source.start(at, Math.random() * (NOISE - length), length)
}

/** A tone that is struck and rings out. */
function ring(part: Part, frequency: number, after: number, peak: number, length: number): void {
  const at = part.at + after
  const tone = part.context.createOscillator()
  tone.frequency.value = frequency
  tone.connect(swell(part, at, peak, 0.005, length))
  tone.start(at)
  tone.stop(at + length)
}

const bell = (part: Part, frequency: number, after: number, peak = 0.28, length = 0.5): void => {
  ring(part, frequency, after, peak, length)
  ring(part, frequency * 2.01, after, peak * 0.25, length * 0.5)
}

const click = (part: Part, after: number, pitch: number, peak: number): void => {
  for (const [over, level] of [
    [1, 1],
    [1.47, 0.6],
    [2.09, 0.4],
  ] as const)
    ring(part, pitch * over, after, peak * level, 0.06)
  brush(part, { after, peak: peak * 0.5, attack: 0.001, length: 0.02, from: 5200, to: 3000 })
}

const E5 = 659.26
const A5 = 880
const B5 = 987.77
const C5 = 523.25
const G5 = 783.99
const C6 = 1046.5

const makes: Record<Cue, Make> = {
  card: (part) => {
    brush(part, { peak: 0.5, attack: 0.02, length: 0.11, from: 3400, to: 1500 })
    brush(part, { after: 0.075, peak: 0.45, attack: 0.002, length: 0.05, from: 700, to: 260, type: 'lowpass' })
  },
  open: (part) => {
    brush(part, { peak: 0.35, attack: 0.03, length: 0.1, from: 1800, to: 3600 })
    brush(part, { after: 0.09, peak: 0.6, attack: 0.001, length: 0.045, from: 4200, to: 1200 })
  },
  chips: (part) => {
    click(part, 0, 2900, 0.2)
    click(part, 0.052, 3300, 0.16)
    click(part, 0.085, 3050, 0.12)
  },
  shuffle: (part) => {
    for (let i = 0; i < 14; i++)
      brush(part, { after: i * 0.038, peak: 0.2 + 0.012 * i, attack: 0.004, length: 0.045, from: 2600, to: 1700 })
    brush(part, { after: 0.56, peak: 0.4, attack: 0.05, length: 0.2, from: 1200, to: 2400 })
  },
  turn: (part) => {
    bell(part, E5, 0)
    bell(part, A5, 0.13)
  },
  win: (part) => {
    bell(part, C5, 0)
    bell(part, E5, 0.09)
    bell(part, G5, 0.18, 0.28, 0.7)
  },
  blackjack: (part) => {
    bell(part, C5, 0)
    bell(part, E5, 0.08)
    bell(part, G5, 0.16)
    bell(part, B5, 0.24, 0.2)
    bell(part, C6, 0.32, 0.28, 0.9)
  },
  // The dealer's knuckle on the cloth: the round is over, and that is all it says.
  over: (part) => {
    brush(part, { peak: 0.7, attack: 0.002, length: 0.09, from: 420, to: 140, type: 'lowpass' })
  },
}

export const CUES = Object.keys(makes) as Cue[]

/** Puts a sound together on a context, to begin at the given second of it. */
export function make(cue: Cue, context: BaseAudioContext, to: AudioNode, at: number, noise: AudioBuffer): void {
  makes[cue]({ context, to, at, noise })
}
