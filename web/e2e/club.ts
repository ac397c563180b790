import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Locator, type Page, test as base } from '@playwright/test'
import { en } from '../src/i18n/en'
import { vi, type Words } from '../src/i18n/vi'
import { Server } from './server'

/** A person at a browser of their own. */
export class Player {
  readonly problems: string[] = []
  readonly t: Words
  /** Everything that the server sent over the real-time connection. */
  readonly heard: string[] = []

  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly url: string,
    speaks: 'vi' | 'en' = 'vi',
  ) {
    this.t = speaks === 'en' ? en : vi
    page.on('pageerror', (error) => this.problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(message.text())
    })
    page.on('websocket', (ws) => ws.on('framereceived', ({ payload }) => this.heard.push(payload.toString())))
  }

  /** Comes in as a guest, one name and one click. */
  async enter(name: string): Promise<void> {
    await this.page.goto(this.url)
    await this.page.getByLabel(this.t.yourName).fill(name)
    await this.page.getByRole('button', { name: this.t.enter }).click()
    await expect(this.page.getByTestId('balance')).toBeVisible()
  }

  async watch(table: string): Promise<void> {
    const name = this.t === en ? `Table ${table}` : `Bàn ${table}`
    await this.page.getByRole('button', { name: `${this.t.watch}: ${name}`, exact: true }).click()
    await expect(this.page.getByRole('heading', { name })).toBeVisible()
  }

  /** Goes to a table from the lobby and takes the given seat. */
  async sit(table: string, seat: number): Promise<void> {
    await this.watch(table)
    await this.seat(seat)
  }

  async seat(seat: number): Promise<void> {
    await this.page.getByRole('button', { name: this.t.sitAt(seat), exact: true }).click()
    await expect(this.chip('100.000')).toBeVisible()
  }

  chip(amount: string): Locator {
    const written = this.t === en ? `₫${amount.replaceAll('.', ',')}` : `${amount} ₫`
    return this.page.getByRole('button', { name: `· ${this.t.addChip(written)}` })
  }

  /** Bets 100.000 on the only seat and confirms. */
  async bet(): Promise<void> {
    await this.chip('100.000').click()
    await this.confirm().click()
  }

  confirm(): Locator {
    return this.page.getByRole('button', { name: this.t.confirm })
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
    return this.page.getByRole('group', { name: new RegExp(`^${this.t.dealer}`) })
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
    const over = this.page.locator('.what').getByText(new RegExp(`^${this.t.roundNet}:`))
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

/** What axe finds wrong with a page. The legacy mode opens no second page for it: there are no frames to look into. */
export async function axe(page: Page, where: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.map(
    (v) => `${where}: axe: ${v.id} (${v.impact}): ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`,
  )
}

/** Asks axe, and expects nothing. */
export async function noFault(page: Page, where: string): Promise<void> {
  expect(await axe(page, where)).toEqual([])
}

/** Changes the language of the page: by the button in its head, or where there is no room for one in the settings. */
export async function speak(page: Page, language: 'English' | 'Tiếng Việt'): Promise<void> {
  const button = page.getByRole('button', { name: language })
  const settings = page.getByRole('button', { name: /^(Cài đặt|Settings)$/ })
  await expect(button.or(settings).first()).toBeVisible()
  if (await button.isVisible()) return await button.click()
  await settings.click()
  await page.getByRole('radio', { name: language }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Keeps a picture of the page for people to look at: web/pictures, by size and language. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const lang = (await page.locator('html').getAttribute('lang')) ?? 'vi'
  await page.screenshot({ path: `pictures/${width}x${height}-${lang}/${name}.png`, fullPage })
}

/** The language that people speak in a project; a browser keeps it. */
export interface Speaking {
  speaks: 'vi' | 'en'
}

interface Fixtures extends Speaking {
  /** What the page says, in the language of the project. */
  t: Words
  /** Opens a browser for one more person, who comes to the test's server or to another. */
  arrive: (name: string, url?: string) => Promise<Player>
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
  speaks: ['vi', { option: true }],
  t: async ({ speaks }, use) => use(speaks === 'en' ? en : vi),
  arrive: async (
    { browser, server, speaks, contextOptions, viewport, hasTouch, isMobile, locale, serviceWorkers },
    use,
  ) => {
    const players: Player[] = []
    await use(async (name, url = server.url) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        hasTouch,
        isMobile,
        locale,
        serviceWorkers,
      })
      if (speaks === 'en')
        await context.addInitScript(
          () => localStorage.getItem('club99.lang') ?? localStorage.setItem('club99.lang', 'en'),
        )
      const player = new Player(await context.newPage(), context, url, speaks)
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
