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

test('the line of what happens stays calm while another draws cards', async ({ arrive }) => {
  const an = await arrive('An')
  const binh = await arrive('Bình')
  await an.sit('calm', 2)
  await binh.sit('calm', 1)
  await an.bet()
  await binh.bet()
  await expect(an.status()).toContainText('Lượt của Bình')
  await expect(binh.action('hit')).toBeEnabled()
  await an.page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const look = () => said.push(document.querySelector('.what')?.textContent?.trim() ?? '')
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await binh.act('hit')
  await an.sees('Ghế 1 rút 2 bích, 11 điểm.')
  await expect(binh.action('hit')).toBeEnabled()
  await binh.act('hit')
  await an.sees('Ghế 1 rút 3 bích, 14 điểm.')
  await expect(an.page.locator('.seat, .mini').locator('[style*="--i: 3"], [style*="--i:3"]')).toHaveCount(1)
  const said = await an.page.evaluate(() => (window as unknown as { said: string[] }).said)
  expect(said.length).toBeGreaterThan(0)
  expect(said.filter((text) => !text.startsWith('Lượt của Bình'))).toEqual([])
})
