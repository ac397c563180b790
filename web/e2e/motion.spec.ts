import { expect, test } from './club'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('cards are dealt one by one; the buttons wait for the cards; the end is not given away', async ({ arrive }) => {
  const an = await arrive('An')
  await an.sit('motion', 4)
  // How many cards lie there, at every change of the page.
  await an.page.evaluate(() => {
    const counts: number[] = []
    Object.assign(window, { counts })
    const look = () => counts.push(document.querySelectorAll('[data-card]').length)
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  await an.bet()
  await expect(an.action('stand')).toBeEnabled()
  const seen = await an.page.evaluate(() => (window as unknown as { counts: number[] }).counts)
  expect(seen).toEqual(expect.arrayContaining([1, 2, 3, 4]))
  const cards = an.page.locator('[data-card]')
  await expect(cards).toHaveCount(4)
  await an.act('stand')
  // The server has settled at once; the page tells the balance only after the dealer's cards.
  await an.sees(/Ghế 4 (thua|thắng)/)
  await an.has('900.000')
  await expect(an.dealer()).toHaveAccessibleName(/21/)
  await expect(an.status()).toContainText('Ván này')
  await an.has('900.000')
})
