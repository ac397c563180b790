import { checkRecord, checkShoe } from './check'
import { unhex } from './bytes'
import { commitPlayer, type PublicShoe, termsHash } from './scheme'
import { verifyCard } from './shoe'
import { checkShoes } from './shoes'

/** What the worker can be asked to do. Everything is plain data, in and out. */
export const tasks = {
  commit: (table: string, shoe: number, seat: number, seed: string) => commitPlayer(table, shoe, seat, unhex(seed)),
  terms: (shoe: PublicShoe) => termsHash(shoe),
  card: verifyCard,
  shoe: checkShoe,
  record: checkRecord,
  shoes: checkShoes,
}

export type Tasks = typeof tasks
