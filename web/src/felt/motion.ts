import { getContext, setContext } from 'svelte'

const KEY = Symbol('motion')
const FLIGHT = 340

/**
 * Lets cards fly to where they lie. Where that is, the page's layout decides; this only measures. A card that nobody
 * has seen comes out of the shoe, one that lay elsewhere (its hand was split) from there.
 */
export class Motion {
  #shoe: Element | undefined
  #seen = new Map<string, DOMRect>()
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)')
  /** Cards fly only while true: what lies on a table that one has just walked up to does not. */
  live = false

  shoe(node: Element): void {
    this.#shoe = node
  }

  /** Remembers where every card lies now; to be called before the page changes. */
  remember(root: ParentNode): void {
    this.#seen = new Map()
    for (const node of root.querySelectorAll<HTMLElement>('[data-card]')) {
      this.#seen.set(node.dataset['card'] ?? '', node.getBoundingClientRect())
    }
  }

  land(node: HTMLElement, id: string): void {
    if (!this.live || this.#calm.matches || document.hidden) return
    const from = this.#seen.get(id) ?? this.#shoe?.getBoundingClientRect()
    const to = node.getBoundingClientRect()
    if (!from || to.width === 0) return
    const x = from.left + from.width / 2 - (to.left + to.width / 2)
    const y = from.top + from.height / 2 - (to.top + to.height / 2)
    if (Math.abs(x) + Math.abs(y) < 2) return
    const known = this.#seen.has(id)
    node.animate(
      [
        { translate: `${x}px ${y}px`, rotate: known ? '0deg' : '-38deg', zIndex: 9 },
        { translate: '0 0', rotate: '0deg', zIndex: 9 },
      ],
      { duration: FLIGHT, easing: 'cubic-bezier(.22,.7,.25,1)' },
    )
    if (known) return
    const turning = node.firstElementChild
    if (turning && !node.classList.contains('closed')) {
      turning.animate(
        [{ transform: 'rotateY(180deg)' }, { transform: 'rotateY(180deg)', offset: 0.35 }, { transform: 'none' }],
        {
          duration: FLIGHT + 80,
          easing: 'ease-out',
        },
      )
    }
  }
}

export function setMotion(motion: Motion): Motion {
  return setContext(KEY, motion)
}

export function getMotion(): Motion {
  return getContext<Motion>(KEY)
}
