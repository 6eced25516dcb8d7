import type { OperatorHooks } from '../operators/operators.admin.service.ts'
import { lapseRequestsOf } from './confirmations/confirmations.store.ts'
import { removeLeasesOfOperator } from './queue/queue.store.ts'

/** Ends an operator's open work in review: their leases, and the requests that they may no longer make. */
export const operatorHooks: OperatorHooks = {
  onRemoved: async (tx, operatorId, at) => {
    await removeLeasesOfOperator(tx, operatorId)
    await lapseRequestsOf(tx, operatorId, ['approval', 'adjustment', 'reversal'], at)
  },
  onDemoted: (tx, operatorId, at) => lapseRequestsOf(tx, operatorId, ['adjustment', 'reversal'], at),
}
