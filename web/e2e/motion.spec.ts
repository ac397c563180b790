import { expect, test } from './club'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('cards are dealt one by one; the buttons wait for the cards; the end is not given away', async ({ arrive }) => {
  const an = await arrive('An')
  await an.sit('motion', 4)
  await an.bet()
  const cards = an.page.locator('[data-card]')
  const seen = new Set<number>()
  const until = Date.now() + 10_000
  while ((await an.action('stand').count()) === 0 || !(await an.action('stand').isEnabled())) {
    seen.add(await cards.count())
    expect(Date.now()).toBeLessThan(until)
  }
  expect(seen.size).toBeGreaterThan(2)
  await expect(cards).toHaveCount(4)
  await an.act('stand')
  // The server has settled at once; the page tells the balance only after the dealer's cards.
  await an.sees('Ghế 4:')
  await an.has('900.000')
  await expect(an.dealer()).toHaveAccessibleName(/21/)
  await expect(an.status()).toContainText('Ván này')
  await an.has('900.000')
})
