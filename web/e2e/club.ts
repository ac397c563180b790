import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Locator, type Page, test as base } from '@playwright/test'
import { Server } from './server'

/** A person at a browser of their own. */
export class Player {
  readonly problems: string[] = []
  /** Everything that the server sent over the real-time connection. */
  readonly heard: string[] = []

  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    private readonly url: string,
  ) {
    page.on('pageerror', (error) => this.problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(message.text())
    })
    page.on('websocket', (ws) => ws.on('framereceived', ({ payload }) => this.heard.push(payload.toString())))
  }

  /** Comes in as a guest, one name and one click. */
  async enter(name: string): Promise<void> {
    await this.page.goto(this.url)
    await this.page.getByLabel('Tên của bạn').fill(name)
    await this.page.getByRole('button', { name: 'Vào chơi' }).click()
    await expect(this.page.getByTestId('balance')).toBeVisible()
  }

  async watch(table: string): Promise<void> {
    await this.page.getByRole('button', { name: `Xem: Bàn ${table}`, exact: true }).click()
    await expect(this.page.getByRole('heading', { name: `Bàn ${table}` })).toBeVisible()
  }

  /** Goes to a table from the lobby and takes the given seat. */
  async sit(table: string, seat: number): Promise<void> {
    await this.watch(table)
    await this.seat(seat)
  }

  async seat(seat: number): Promise<void> {
    await this.page.getByRole('button', { name: `Ngồi ghế ${seat}`, exact: true }).click()
    await expect(this.chip('100.000')).toBeVisible()
  }

  chip(amount: string): Locator {
    return this.page.getByRole('button', { name: `· Thêm chip ${amount} ₫` })
  }

  /** Bets 100.000 on the only seat and confirms. */
  async bet(): Promise<void> {
    await this.chip('100.000').click()
    await this.confirm().click()
  }

  confirm(): Locator {
    return this.page.getByRole('button', { name: /^Chốt cược/ })
  }

  action(name: string): Locator {
    return this.page.locator(`[data-action="${name}"]`)
  }

  async act(name: string): Promise<void> {
    await this.action(name).click()
  }

  /** What was called out so far. */
  log(): Locator {
    return this.page.getByRole('log')
  }

  dealer(): Locator {
    return this.page.getByRole('group', { name: /^Nhà cái/ })
  }

  balance(): Locator {
    return this.page.getByTestId('balance')
  }

  status(): Locator {
    return this.page.locator('.what')
  }

  async sees(text: string | RegExp): Promise<void> {
    await expect(this.log()).toContainText(text)
  }

  /** Plays on whatever cards come until the round is over; looks may ask something of the table after each. */
  async playOut(looks?: () => Promise<void>): Promise<void> {
    const answers = ['no-insurance', 'no-even-money', 'stand'].map((name) => this.action(name))
    const over = this.page.getByText(/^Ván này:/)
    for (let decisions = 0; decisions < 9; decisions++) {
      await expect(
        answers
          .reduce((any, one) => any.or(one))
          .or(over)
          .first(),
      ).toBeVisible()
      await looks?.()
      if (await over.isVisible()) return
      for (const answer of answers) {
        if ((await answer.count()) > 0 && (await answer.isEnabled())) {
          await answer.click()
          break
        }
      }
      await this.page.waitForTimeout(150)
    }
  }

  async has(amount: string): Promise<void> {
    await expect(this.balance()).toHaveText(`${amount} ₫`)
  }
}

/** Asks axe what is wrong about a page. */
export async function noFault(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map((v) => `${where}: ${v.id} (${v.impact}): ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`),
  ).toEqual([])
}

/** Keeps a picture of the page for people to look at. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.screenshot({ path: `test-results/pictures/${name}-${width}x${height}.png`, fullPage })
}

interface Fixtures {
  /** Opens a browser for one more person. */
  arrive: (name: string) => Promise<Player>
}

export const test = base.extend<Fixtures, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server()
      await server.start()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  arrive: async ({ browser, server, contextOptions, viewport, hasTouch, isMobile, locale }, use) => {
    const players: Player[] = []
    await use(async (name) => {
      const context = await browser.newContext({ ...contextOptions, viewport, hasTouch, isMobile, locale })
      const player = new Player(await context.newPage(), context, server.url)
      players.push(player)
      await player.enter(name)
      return player
    })
    for (const player of players) {
      // A cut line is a cut line: the browser itself notes it.
      const problems = player.problems.filter(
        (text) => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket/.test(text),
      )
      expect(problems).toEqual([])
      await player.context.close()
    }
  },
})

export { expect }
