import { clean, type Kept, plain, type TextSize } from './kept'

const KEY = 'club99.settings'
const more = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-contrast: more)')

function read(): Kept {
  try {
    return clean(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return plain // storage is closed to us, or holds something else
  }
}

/** How this player wants to see and hear the club, kept in this browser. */
class Settings {
  #kept = $state.raw<Kept>(read())
  #more = $state(more?.matches === true)

  constructor() {
    more?.addEventListener('change', () => {
      this.#more = more.matches
      void this.show()
    })
    if (typeof addEventListener === 'undefined') return
    addEventListener('storage', ({ key }) => {
      if (key !== KEY) return
      this.#kept = read()
      void this.show()
    })
  }

  /** From 0 to 10. */
  get volume(): number {
    return this.#kept.volume
  }
  set volume(volume: number) {
    this.#keep({ volume })
  }

  get muted(): boolean {
    return this.#kept.muted
  }
  set muted(muted: boolean) {
    this.#keep({ muted })
  }

  /** Each suit has a colour of its own. */
  get fourColours(): boolean {
    return this.#kept.fourColours
  }
  set fourColours(fourColours: boolean) {
    this.#keep({ fourColours })
  }

  /** What was chosen here, or else what the system asks for. */
  get contrast(): boolean {
    return this.#kept.contrast ?? this.#more
  }
  set contrast(contrast: boolean) {
    this.#keep({ contrast })
  }

  /** In percent. */
  get text(): TextSize {
    return this.#kept.text
  }
  set text(text: TextSize) {
    this.#keep({ text })
  }

  /** The text is so large that pages are laid out for it. */
  get large(): boolean {
    return this.#kept.text >= 150
  }

  /** Only the own seats and the dealer are read out. */
  get brief(): boolean {
    return this.#kept.brief
  }
  set brief(brief: boolean) {
    this.#keep({ brief })
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = clean({ ...this.#kept, ...change })
    void this.show()
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept))
    } catch {
      // Not remembered: the choice holds until the page is closed.
    }
  }

  /**
   * Puts the looks on the page; the style sheets do the rest. That for large text is fetched by those who read it: the
   * answer comes when it is there.
   */
  async show(): Promise<void> {
    const root = document.documentElement
    root.dataset['suits'] = this.fourColours ? 'four' : 'two'
    root.dataset['contrast'] = this.contrast ? 'more' : 'plain'
    root.dataset['text'] = this.large ? 'large' : 'plain'
    root.style.setProperty('--text', String(this.text / 100))
    if (this.large) await import('../style/large.css')
  }
}

export const settings = new Settings()
