import { LOUDEST } from '../settings/kept'
import { settings } from '../settings/settings.svelte'
import type { Cue } from './cues'

/** The same sound again within this time, in milliseconds, is one sound. */
const ONCE = 70

type Synth = typeof import('./synth')

/**
 * The page's loudspeaker. It is silent until the player has touched the page or pressed a key: before, no context is
 * made at all. What cannot be heard now is not heard later.
 */
export class Sound {
  #context: AudioContext | undefined
  #gain: GainNode | undefined
  #synth: Synth | undefined
  #noise: AudioBuffer | undefined
  #touched = false
  readonly #last = new Map<Cue, number>()

  constructor(private readonly load: () => Promise<Synth> = () => import('./synth')) {}

  /** Waits for the first touch. The answer stops waiting. */
  listen(target: EventTarget = window): () => void {
    const kinds = ['pointerup', 'keydown']
    const touched = () => {
      stop()
      this.#touched = true
      void this.#open()
    }
    const stop = () => kinds.forEach((kind) => target.removeEventListener(kind, touched, true))
    kinds.forEach((kind) => target.addEventListener(kind, touched, true))
    return stop
  }

  get audible(): boolean {
    return this.#touched && !settings.muted && settings.volume > 0 && !document.hidden
  }

  async #open(): Promise<void> {
    if (typeof AudioContext === 'undefined' || settings.muted) return
    try {
      // A context must be made while the touch is being handled.
      this.#context ??= new AudioContext()
      this.#synth ??= await this.load()
      this.#noise ??= this.#synth.whiteNoise(this.#context)
    } catch {
      // No sound here: everything is to be seen as well.
    }
  }

  play(cue: Cue): void {
    if (!this.audible) return
    const context = this.#context
    if (!context || !this.#synth || !this.#noise) return void this.#open()
    const now = performance.now()
    if (now - (this.#last.get(cue) ?? Number.NEGATIVE_INFINITY) < ONCE) return
    this.#last.set(cue, now)
    if (context.state === 'suspended') void context.resume()
    this.#synth.make(cue, context, this.#out(context), context.currentTime + 0.005, this.#noise)
  }

  #out(context: AudioContext): AudioNode {
    if (!this.#gain) {
      this.#gain = context.createGain()
      this.#gain.connect(context.destination)
    }
    this.#gain.gain.value = loudness(settings.volume)
    return this.#gain
  }
}

/** Ears hear in proportions: half the way is a quarter of the power. */
export function loudness(volume: number): number {
  return (volume / LOUDEST) ** 2
}

export const sound = new Sound()
