import * as review from '@stampus/contract/console/review'
import { rejectionReasons } from '@stampus/contract/reasons'
import type { Deps } from '../../../deps.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { routes } from '../../../platform/http/route.ts'
import { decide, undoDecision } from '../decisions/decisions.service.ts'
import { findCommonReasons } from '../decisions.store.ts'
import { loadReviewItems } from '../evidence/review-items.service.ts'
import * as queue from '../queue.service.ts'
import { countQueue, findUpcomingPictures, removeOwnLease } from '../queue.store.ts'
import * as desk from './desk.service.ts'

export const reviewDeskRoutes = routes({ ...review, rejectionReasons }, (deps: Deps) => {
  const { pool } = deps.db
  const counts = ({ id }: Viewer) => countQueue(pool, id, deps.now())
  const show = async (id: number, operator: Viewer) => ({ data: await presentItem(deps, id, operator.id) })
  return {
    takeNext: async ({ skip_id }, { operator }) => takeNextReceipt(deps, operator.id, skip_id),
    showQueue: async (_input, { operator }) => counts(operator),
    showItem: async ({ id }, { operator }) => {
      await queue.checkNoConflict(pool, operator.id, id)
      return show(id, operator)
    },
    renewLease: async ({ id }, { operator }) => {
      await queue.renew(deps, operator.id, id)
      return show(id, operator)
    },
    releaseLease: async ({ id }, { operator }) => {
      await removeOwnLease(pool, id, operator.id)
      return counts(operator)
    },
    decide: async ({ then_take, ...decision }, { operator }) => {
      await decide(deps, operator.id, decision)
      const [decided, next] = await Promise.all([
        show(decision.id, operator),
        then_take ? tryTakeNextReceipt(deps, operator.id) : {},
      ])
      return { ...decided, ...next }
    },
    rejectionReasons: async () => ({ data: await findCommonReasons(pool) }),
    readAgain: async ({ id }, { operator }) => {
      await desk.readAgain(deps, operator.id, id)
      return show(id, operator)
    },
    escalate: async (given, { operator }) => {
      await desk.escalate(deps, operator.id, given)
      return counts(operator)
    },
    undoEscalation: async ({ id }, { operator }) => {
      await desk.undoEscalation(deps, operator.id, id)
      return { ...(await show(id, operator)), ...(await counts(operator)) }
    },
    undoDecision: async ({ id }, { operator }) => {
      await undoDecision(deps, operator.id, id)
      return { ...(await show(id, operator)), ...(await counts(operator)) }
    },
  }
})

type Viewer = Pick<AuthenticatedOperator, 'id'>

async function takeNextReceipt(deps: Deps, operatorId: number, skipId?: number) {
  const { pool } = deps.db
  const id = await queue.openNextReceipt(deps, operatorId, skipId)
  const [data, upcoming, counts] = await Promise.all([
    id === undefined ? null : presentItem(deps, id, operatorId),
    findUpcomingPictures(pool, queue.queueQueryFor(deps, operatorId), id ?? 0),
    countQueue(pool, operatorId, deps.now()),
  ])
  return { data, ahead: upcoming.map((row) => queue.presentPicture(deps, row)), ...counts }
}

/** The decision is committed and must be answered. Without the next receipt, the desk asks for it again. */
async function tryTakeNextReceipt(deps: Deps, operatorId: number) {
  try {
    const { data: next, ...rest } = await takeNextReceipt(deps, operatorId)
    return { next, ...rest }
  } catch (error) {
    deps.log.error({ err: error }, 'failed to open the next receipt after a decision')
    return {}
  }
}

async function presentItem(deps: Deps, id: number, operatorId: number) {
  return (await loadReviewItems(deps, operatorId, [id]))(id)
}
