import {
  decide,
  escalate,
  readAgain,
  releaseLease,
  renewLease,
  showItem,
  showQueue,
  takeNext,
  undoDecision,
  undoEscalation,
} from '@stampus/contract/console/review'
import { rejectionReasons } from '@stampus/contract/reasons'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import * as decisions from '../decisions/decisions.service.ts'
import * as undos from '../decisions/undo.service.ts'
import { findCommonReasons } from '../decisions.store.ts'
import { loadReviewItems } from '../evidence/review-items.service.ts'
import * as queue from '../queue.service.ts'
import * as desk from './desk.service.ts'

/** The review desk: the queue, leases, decisions, escalations and their undo. */
export function reviewDeskRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    {
      takeNext,
      showQueue,
      showItem,
      renewLease,
      releaseLease,
      decide,
      rejectionReasons,
      readAgain,
      escalate,
      undoEscalation,
      undoDecision,
    },
    {
      takeNext: async ({ skip_id }, { operator }) => takeNextReceipt(deps, operator.id, skip_id),
      showQueue: async (_input, { operator }) => queue.getQueueCounts(deps, operator.id),
      showItem: async ({ id }, { operator }) => {
        await queue.checkNoConflict(deps.db.pool, operator.id, id)
        return { data: await presentItem(deps, id, operator.id) }
      },
      renewLease: async ({ id }, { operator }) => {
        await queue.renew(deps, operator.id, id)
        return { data: await presentItem(deps, id, operator.id) }
      },
      releaseLease: async ({ id }, { operator }) => {
        await queue.release(deps, operator.id, id)
        return queue.getQueueCounts(deps, operator.id)
      },
      decide: async ({ then_take, ...decision }, { operator }) => {
        await decisions.decide(deps, operator.id, decision)
        const [data, next] = await Promise.all([
          presentItem(deps, decision.id, operator.id),
          then_take ? tryTakeNextReceipt(deps, operator.id) : {},
        ])
        return { data, ...next }
      },
      rejectionReasons: async () => ({ data: await findCommonReasons(deps.db.pool) }),
      readAgain: async ({ id }, { operator }) => {
        await desk.readAgain(deps, operator.id, id)
        return { data: await presentItem(deps, id, operator.id) }
      },
      escalate: async (given, { operator }) => {
        await desk.escalate(deps, operator.id, given)
        return queue.getQueueCounts(deps, operator.id)
      },
      undoEscalation: async ({ id }, { operator }) => {
        await desk.undoEscalation(deps, operator.id, id)
        return { data: await presentItem(deps, id, operator.id), ...(await queue.getQueueCounts(deps, operator.id)) }
      },
      undoDecision: async ({ id }, { operator }) => {
        await undos.undoDecision(deps, operator.id, id)
        return { data: await presentItem(deps, id, operator.id), ...(await queue.getQueueCounts(deps, operator.id)) }
      },
    },
  )
}

/** Leases the next receipt and returns it with everything else the desk shows. */
async function takeNextReceipt(deps: Deps, operatorId: number, skipId?: number) {
  const id = await queue.openNextReceipt(deps, operatorId, skipId)
  const [data, ahead, counts] = await Promise.all([
    id === undefined ? null : presentItem(deps, id, operatorId),
    queue.listUpcomingPictures(deps, operatorId, id),
    queue.getQueueCounts(deps, operatorId),
  ])
  return { data, ahead, ...counts }
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
