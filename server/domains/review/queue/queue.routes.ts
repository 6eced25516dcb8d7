import {
  decide,
  escalate,
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
import * as review from '../decisions/decisions.service.ts'
import { findCommonReasons } from '../decisions/decisions.store.ts'
import * as escalations from '../decisions/escalations.service.ts'
import * as undos from '../decisions/undo.service.ts'
import { loadReviewItems } from '../evidence/desk-item.ts'
import {
  checkNoConflict,
  getQueueCounts,
  listUpcomingPictures,
  openNextReceipt,
  release,
  renew,
} from './queue.service.ts'

/** The review desk of the console (D-51). */
export function queueRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
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
      escalate,
      undoEscalation,
      undoDecision,
    },
    {
      takeNext: async ({ skip_id }, { caller }) => take(deps, caller.id, skip_id),
      showQueue: async (_input, { caller }) => getQueueCounts(deps, caller.id),
      showItem: async ({ id }, { caller }) => {
        await checkNoConflict(deps.db.pool, caller.id, id)
        return { data: await item(deps, id, caller.id) }
      },
      renewLease: async ({ id }, { caller }) => {
        await renew(deps, caller.id, id)
        return { data: await item(deps, id, caller.id) }
      },
      releaseLease: async ({ id }, { caller }) => {
        await release(deps, caller.id, id)
        return getQueueCounts(deps, caller.id)
      },
      decide: async ({ then_take, ...verdict }, { caller }) => {
        await review.decide(deps, caller.id, verdict)
        const [data, next] = await Promise.all([
          item(deps, verdict.id, caller.id),
          then_take ? takeIfPossible(deps, caller.id) : {},
        ])
        return { data, ...next }
      },
      rejectionReasons: async () => ({ data: await findCommonReasons(deps.db.pool) }),
      escalate: async (given, { caller }) => {
        await escalations.escalate(deps, caller.id, given)
        return getQueueCounts(deps, caller.id)
      },
      undoEscalation: async ({ id }, { caller }) => {
        await escalations.undoEscalation(deps, caller.id, id)
        return { data: await item(deps, id, caller.id), ...(await getQueueCounts(deps, caller.id)) }
      },
      undoDecision: async ({ id }, { caller }) => {
        await undos.undoDecision(deps, caller.id, id)
        return { data: await item(deps, id, caller.id), ...(await getQueueCounts(deps, caller.id)) }
      },
    },
  )
}

/** Opens what comes next, and answers it with all that the desk shows beside it. */
async function take(deps: Deps, operatorId: number, skipId?: number) {
  const id = await openNextReceipt(deps, operatorId, skipId)
  const [data, ahead, queue] = await Promise.all([
    id === undefined ? null : item(deps, id, operatorId),
    listUpcomingPictures(deps, operatorId, id),
    getQueueCounts(deps, operatorId),
  ])
  return { data, ahead, ...queue }
}

/** The decision before it stands and must be answered: without what comes next, the desk asks for it again. */
async function takeIfPossible(deps: Deps, operatorId: number) {
  try {
    const { data: next, ...beside } = await take(deps, operatorId)
    return { next, ...beside }
  } catch (fault) {
    deps.log.error({ err: fault }, 'the next receipt was not opened with a decision')
    return {}
  }
}

async function item(deps: Deps, id: number, operatorId: number) {
  return (await loadReviewItems(deps, operatorId, [id]))(id)
}
