import type { AtRule, Declaration, Plugin } from 'postcss'

// Sizes of text are written in pixels, as the designers draw them; this multiplies each by what the player chose,
// --text, so that every rule of every component follows. Drawings keep their size: cards, chips, the print on the cloth.

const DRAWN = /\/(felt\/cards|felt\/chips)\/|\/felt\/(Cloth|Shoe)\.svelte/
const SIZES = new Set(['font', 'font-size', '--tag'])

export const textSize = (): Plugin => ({
  postcssPlugin: 'club99-text-size',
  Declaration(declaration: Declaration) {
    // A component's style comes through here more than once.
    if (!SIZES.has(declaration.prop) || declaration.value.includes('var(--text') || inPrint(declaration)) return
    if (DRAWN.test(declaration.source?.input.file ?? '')) return
    declaration.value = scaled(declaration.prop, declaration.value)
  },
})

function inPrint(declaration: Declaration): boolean {
  const around = declaration.parent?.parent
  return around?.type === 'atrule' && (around as AtRule).params === 'print'
}

/** The value times --text; what is already measured in text, as em, % or var(--tag), follows by itself. */
export function scaled(prop: string, value: string): string {
  const literal = /(?<![\w.-])(\d*\.?\d+)px/g
  if (prop === 'font' || /\d(em|%)|var\(--tag/.test(value)) return value.replace(literal, 'calc($1px * var(--text, 1))')
  return /\d(px|v[wh]|vmin|cq\w+)|var\(--u\)/.test(value) ? `calc(${value} * var(--text, 1))` : value
}
