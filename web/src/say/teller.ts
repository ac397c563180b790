import type { LiveTable } from '../felt/table.svelte'
import { i18n } from '../i18n/lang.svelte'
import type { Teller } from './inwords'
import { words } from './words'

/** How a table is told in the language of the page. */
export function tellerOf(table: LiveTable): Teller {
  return {
    t: i18n.t,
    w: words[i18n.lang],
    money: (amount) => i18n.money(amount),
    own: table.own.map((seat) => seat.seat),
    legal: (seat) => table.legal(seat),
    balance: table.you?.balance ?? 0,
    now: table.now(),
  }
}
