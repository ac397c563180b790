import { expect, test } from './club'

test('no bet is taken before the question is answered', async ({ arrive }) => {
  test.setTimeout(180_000) // the shortest interval is a minute
  const an = await arrive('An')
  const answer = await an.page.request.post(`${an.url}/api/well/limits`, { data: { check: 1 } })
  expect(answer.ok()).toBe(true)
  await an.sit('asked', 1)
  const dialog = an.page.getByRole('dialog', { name: 'Nhìn lại một chút' })
  await expect(dialog).toBeVisible({ timeout: 90_000 })
  await dialog.getByRole('button', { name: 'Chơi tiếp' }).click()
  await expect(dialog).toHaveCount(0)
  await an.bet()
  await expect(an.action('stand')).toBeEnabled()
})
