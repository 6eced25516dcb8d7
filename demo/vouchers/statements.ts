import type { Deps } from '../../server/deps.ts'
import { calendarOf, issue } from '../../server/domains/settlement/statements.service.ts'
import { listOfMerchant } from '../../server/domains/settlement/statements.store.ts'
import { asOf } from '../seed.ts'

type OfMerchant = { managerId: number; merchantId: number }

/** Issues the statements of past months for a merchant, as a manager does after each. Once one was issued, the rest is up to people. */
export async function issueFirstStatements(deps: Deps, { managerId, merchantId }: OfMerchant): Promise<void> {
  const newestFirst = await listOfMerchant(deps.db.pool, calendarOf(deps), merchantId)
  if (newestFirst.some(({ id }) => id !== null)) return
  for (const { month, lines, total_sen: totalSen, next } of newestFirst.toReversed())
    if (next === 'issue') await issue(asOf(deps, deps.now()), managerId, { merchantId, month, lines, totalSen })
}
