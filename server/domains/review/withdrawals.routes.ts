import * as submissions from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, requireFound, unauthenticated } from '../../platform/http/http-error.ts'
import { routes } from '../../platform/http/route.ts'
import { consumeLimit, perHour } from '../../platform/rate-limits/rate-limits.ts'
import { lockAccount, lockOwnSubmission, markWithdrawn } from '../submissions/submissions.store.ts'
import { removeLease, removeSkips } from './queue.store.ts'
import { findWaitingRequest } from './requests.store.ts'

/** Part of review because it ends a reviewer's work on the receipt. */
export const withdrawalsRoutes = routes(submissions, (deps: Deps) => ({
  withdraw: async ({ id }, { member }) => {
    await withdraw(deps, member.id, id)
    return { message: texts.withdrawn }
  },
}))

/** Ends a reviewer's lease too. Throws 404, 409 when decided or waiting for confirmation, 429 above 20 an hour, 401. */
async function withdraw(deps: Deps, userId: number, submissionId: number): Promise<void> {
  await consumeLimit(deps.db.pool, perHour(`withdrawals|${userId}`, 20), deps.now())
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await lockAccount(tx, userId))) throw unauthenticated()
    const submission = requireFound(await lockOwnSubmission(tx, userId, submissionId))
    if (submission.status !== 'pending') throw conflict(texts.withdrawDecided)
    if (await findWaitingRequest(tx, submissionId)) throw conflict(texts.withdrawConfirming)
    await markWithdrawn(tx, submissionId, deps.now())
    await removeLease(tx, submissionId)
    await removeSkips(tx, submissionId)
  })
}
