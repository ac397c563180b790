/** The chips of a stack, largest at the bottom, and whether there are more than can be shown. */
export interface Stack {
  chips: number[]
  more: boolean
}

/** Breaks an amount into the table's chips, as few as possible; the smallest chip stands for what is left over. */
export function stackOf(amount: number, kinds: readonly number[], most = 8): Stack {
  const chips: number[] = []
  let rest = amount
  for (const kind of [...kinds].sort((a, b) => b - a)) {
    while (rest >= kind && kind > 0) {
      rest -= kind
      chips.push(kind)
      if (chips.length > most) return { chips: chips.slice(0, most), more: true }
    }
  }
  const smallest = Math.min(...kinds)
  if (rest > 0 && Number.isFinite(smallest)) chips.push(smallest)
  return { chips, more: false }
}
