import type { Config } from '../../../config.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Standing } from '../../accounts/deleted-accounts.store.ts'
import { marksOf } from '../../accounts/deleted-accounts.ts'
import { findSenders } from './evidence.store.ts'

const IN_WORDS: Record<keyof Standing, string> = {
  negative_balance: 'a negative balance',
  reversals: 'reversed approvals',
  rejections: 'three or more rejections',
}

/** By submission: what the account had whose address its sender registered again, in words. */
export async function findReturningMembers(
  db: Queryable,
  config: Pick<Config, 'APP_KEY'>,
  ids: number[],
): Promise<Map<number, string>> {
  const senders = await findSenders(db, ids)
  const marks = await marksOf(db, config, [...new Set(senders.map(({ email }) => email))])
  const returns = senders.flatMap(({ id, email }) => {
    const mark = marks.get(email)
    return mark ? [[id, inWords(mark)] as const] : []
  })
  return new Map(returns)
}

function inWords(standing: Standing): string {
  const reasons = Object.entries(IN_WORDS).flatMap(([key, words]) => (standing[key as keyof Standing] ? [words] : []))
  return new Intl.ListFormat('en').format(reasons)
}
