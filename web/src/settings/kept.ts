export const TEXT_SIZES = [100, 125, 150, 175, 200] as const
export type TextSize = (typeof TEXT_SIZES)[number]

export const LOUDEST = 10

/** What is kept in the browser. */
export interface Kept {
  volume: number
  muted: boolean
  fourColours: boolean
  /** Nothing was chosen: as the system asks. */
  contrast: boolean | null
  text: TextSize
  brief: boolean
}

export const plain: Kept = { volume: 5, muted: false, fourColours: false, contrast: null, text: 100, brief: false }

/** Takes over what makes sense of what was kept; it may be older than this page, or not ours. */
export function clean(found: unknown): Kept {
  const it = (typeof found === 'object' && found !== null ? found : {}) as Partial<Record<keyof Kept, unknown>>
  const { volume, text } = it
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= LOUDEST ? Math.round(volume) : plain.volume,
    muted: it.muted === true,
    fourColours: it.fourColours === true,
    contrast: typeof it.contrast === 'boolean' ? it.contrast : null,
    text: TEXT_SIZES.find((size) => size === text) ?? plain.text,
    brief: it.brief === true,
  }
}
