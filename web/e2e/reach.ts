import { expect, type Page } from '@playwright/test'

/** Everything that can be pressed is on the screen, large enough on a phone, and nothing lies over the cards. */
export async function inReach(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const found: string[] = []
    const phone = innerWidth < 600
    for (const button of document.querySelectorAll<HTMLElement>('button')) {
      const box = button.getBoundingClientRect()
      const name = button.getAttribute('aria-label') ?? button.innerText
      if (box.width === 0) continue
      if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(`outside: ${name}`)
      if (phone && (box.height < 43.5 || box.width < 43.5)) found.push(`small: ${name} ${box.width}x${box.height}`)
    }
    const dock = document.querySelector('section.dock')?.getBoundingClientRect()
    for (const card of document.querySelectorAll('[data-card]')) {
      const box = card.getBoundingClientRect()
      const beside = dock && (box.right <= dock.left + 1 || box.left >= dock.right - 1)
      if (dock && box.bottom > dock.top + 1 && !beside) found.push('the dock lies over a card')
      if (box.left < -1 || box.right > innerWidth + 1) found.push('a card is off the screen')
    }
    return found
  })
  expect(faults).toEqual([])
}
