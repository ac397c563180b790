import { getContext, setContext } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import { cubicIn } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'

const KEY = Symbol('motion')
/** How long things are on their way, in milliseconds. */
const FLIGHT = 340
const TURN = 320
const SLIDE = 220
const CHIPS = 420
const TOSS = 260
const EASE = 'cubic-bezier(.22,.7,.25,1)'

/** A place that chips come from and go to. */
export type Spot = 'house' | 'purse' | `seat-${number}`

interface Move {
  node: HTMLElement
  from: DOMRect
  to: DOMRect
  /** It has not been on the table before. */
  dealt: boolean
}

/**
 * Lets cards and chips fly to where they lie. Where that is, the page's layout decides; this only measures, all at once
 * after each change of the page, and then moves by transform alone. A card that nobody has seen comes out of the shoe,
 * one that lay elsewhere (its hand was split, or grew) from there. Nothing waits for a flight, and a flight that is
 * skipped changes nothing.
 */
export class Motion {
  #root: HTMLElement | undefined
  #shoe: Element | undefined
  readonly #spots = new Map<Spot, Element>()
  /** Where the cards lay before the page changed, and the spots and chips. */
  #seen = new Map<string, DOMRect>()
  #lay = new Map<Element, DOMRect>()
  readonly #fresh = new Set<HTMLElement>()
  readonly #coming = new Map<HTMLElement, Spot>()
  readonly #chips = new Set<Element>()
  readonly #flying = new Map<HTMLElement, Animation>()
  readonly #sliding = new Map<HTMLElement, Animation>()
  #due = false
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)')
  /** Things fly only while true: what lies on a table that one has just walked up to does not. */
  live = false

  get #still(): boolean {
    return !this.live || this.#calm.matches || document.hidden
  }

  shoe(node: Element): void {
    this.#shoe = node
  }

  /** Marks a place of chips. */
  spot(name: Spot): Attachment<Element> {
    return (node) => {
      this.#spots.set(name, node)
      return () => {
        if (this.#spots.get(name) === node) this.#spots.delete(name)
      }
    }
  }

  /** Remembers where every card lies now; to be called before the page changes. */
  remember(root: HTMLElement): void {
    this.#root = root
    this.#seen = new Map()
    this.#lay = new Map()
    if (this.#still) return
    for (const node of root.querySelectorAll<HTMLElement>('[data-card]')) {
      this.#seen.set(node.dataset['card'] ?? '', node.getBoundingClientRect())
    }
    for (const node of [...this.#spots.values(), ...this.#chips]) this.#lay.set(node, node.getBoundingClientRect())
    this.#later()
  }

  /** A card has come onto the page. */
  land(node: HTMLElement): void {
    this.#fresh.add(node)
    this.#later()
  }

  /** Once the page has changed, before it is painted. */
  #later(): void {
    if (this.#due) return
    this.#due = true
    queueMicrotask(() => {
      this.#due = false
      this.#settle()
    })
  }

  #settle(): void {
    const fresh = new Set(this.#fresh)
    const coming = [...this.#coming]
    this.#fresh.clear()
    this.#coming.clear()
    if (this.#still || !this.#root) return
    for (const slide of this.#sliding.values()) slide.cancel()
    const chips = coming.flatMap(([node, from]) => {
      const spot = this.#spots.get(from)
      return spot ? [{ node, from: spot.getBoundingClientRect(), to: node.getBoundingClientRect() }] : []
    })
    const shoe = this.#shoe?.getBoundingClientRect()
    const moves: Move[] = []
    for (const node of this.#root.querySelectorAll<HTMLElement>('[data-card]')) {
      if (this.#flying.has(node)) continue
      const known = this.#seen.get(node.dataset['card'] ?? '')
      const from = known ?? (fresh.has(node) ? shoe : undefined)
      const to = node.getBoundingClientRect()
      if (!from || to.width === 0) continue
      const moved = Math.abs(from.left - to.left) + Math.abs(from.top - to.top) + Math.abs(from.width - to.width)
      if (moved > 2) moves.push({ node, from, to, dealt: known === undefined })
    }
    // Everything is measured: from here on nothing is asked of the layout.
    for (const move of moves) this.#move(move)
    for (const { node, from, to } of chips) {
      if (from.width === 0 || to.width === 0) continue
      node.animate([{ transform: apart(from, to) }, { transform: 'none' }], { duration: CHIPS, easing: EASE })
    }
  }

  #move({ node, from, to, dealt }: Move): void {
    const running = dealt ? this.#flying : this.#sliding
    const start = `${apart(from, to)} scale(${from.width / to.width})${dealt ? ' rotate(-30deg)' : ''}`
    const flight = node.animate([{ transform: start }, { transform: 'none' }], {
      duration: dealt ? FLIGHT : SLIDE,
      easing: EASE,
    })
    running.set(node, flight)
    node.classList.add('flying')
    const landed = () => {
      if (running.get(node) !== flight) return
      running.delete(node)
      if (!this.#flying.has(node) && !this.#sliding.has(node)) node.classList.remove('flying')
    }
    flight.onfinish = landed
    flight.oncancel = landed
    if (dealt && !node.classList.contains('closed')) this.turn(node)
  }

  /** Turns a card over: its back goes, its face comes. */
  turn(node: HTMLElement): void {
    if (this.#still) return
    const [face, back] = node.children
    if (!face || !back) return
    node.classList.add('turning')
    const timing = { duration: TURN, easing: 'ease-in-out' }
    back.animate([{ transform: rotated(0) }, { transform: rotated(180) }], timing)
    const turned = face.animate([{ transform: rotated(-180) }, { transform: rotated(0) }], timing)
    const over = () => node.classList.remove('turning')
    turned.onfinish = over
    turned.oncancel = over
  }

  /** Chips come to a node from a spot. */
  arrive(from: Spot): Attachment<HTMLElement> {
    return (node) => {
      this.#chips.add(node)
      this.#coming.set(node, from)
      this.#later()
      return () => this.#chips.delete(node)
    }
  }

  /** Chips go from a node to a spot; a transition, by where both lay before. */
  readonly leave = (node: Element, { to }: { to: Spot }): TransitionConfig => {
    const spot = this.#spots.get(to)
    const a = this.#lay.get(node)
    const b = spot && this.#lay.get(spot)
    if (this.#still || !a || !b) return { duration: 0 }
    const x = middle(b).x - middle(a).x
    const y = middle(b).y - middle(a).y
    return {
      duration: CHIPS,
      easing: cubicIn,
      css: (_, gone) => `transform: translate(${x * gone}px, ${y * gone}px); opacity: ${Math.min(1, 3 - 3 * gone)}`,
    }
  }

  /** A chip of the tray is thrown to a seat's spot: only its likeness, the bet lies there already. */
  toss(chip: Element, to: Spot): void {
    const spot = this.#spots.get(to)
    if (this.#still || !spot) return
    const [a, b] = [chip.getBoundingClientRect(), spot.getBoundingClientRect()]
    if (a.width === 0 || b.width === 0) return
    const likeness = document.createElement('div')
    likeness.append(chip.cloneNode(true))
    Object.assign(likeness.style, {
      position: 'fixed',
      left: `${a.left}px`,
      top: `${a.top}px`,
      width: `${a.width}px`,
      height: `${a.height}px`,
      zIndex: '9',
      pointerEvents: 'none',
    })
    likeness.ariaHidden = 'true'
    document.body.append(likeness)
    const end = `${apart(b, a)} scale(.4)`
    const flight = likeness.animate([{ transform: 'none' }, { transform: end }], { duration: TOSS, easing: 'ease-out' })
    flight.onfinish = () => likeness.remove()
    flight.oncancel = () => likeness.remove()
  }
}

const rotated = (degrees: number) => `perspective(600px) rotateY(${degrees}deg)`

function middle(rect: DOMRect): { x: number; y: number } {
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 }
}

/** The transform that lays what lies at b onto a. */
function apart(a: DOMRect, b: DOMRect): string {
  return `translate(${middle(a).x - middle(b).x}px, ${middle(a).y - middle(b).y}px)`
}

export function setMotion(motion: Motion): Motion {
  return setContext(KEY, motion)
}

export function getMotion(): Motion {
  return getContext<Motion>(KEY)
}
