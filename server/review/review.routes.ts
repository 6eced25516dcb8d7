import { decide, releaseLease, renewLease, showItem, takeNext, undoDecision } from '@stampus/contract/review'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Serving, serveAll } from '../http/route.ts'
import { countWaiting } from './desk.store.ts'
import { itemsOf } from './items.ts'
import { openNext, release, renew } from './leases.ts'
import * as review from './review.ts'

/** The review desk of the console (D-51). */
export function reviewRoutes(app: FastifyInstance, deps: Deps, serving: Serving): void {
  const waiting = () => countWaiting(deps.db.pool)
  serveAll(
    app,
    serving,
    { takeNext, showItem, renewLease, releaseLease, decide, undoDecision },
    {
      takeNext: async (input, { caller }) => {
        const id = await openNext(deps, caller.id, input.after_id)
        return { data: id === undefined ? null : await item(deps, id, caller.id), waiting: await waiting() }
      },
      showItem: async ({ id }, { caller }) => ({ data: await item(deps, id, caller.id) }),
      renewLease: async ({ id }, { caller }) => {
        await renew(deps, caller.id, id)
        return { data: await item(deps, id, caller.id) }
      },
      releaseLease: async ({ id }, { caller }) => {
        await release(deps, caller.id, id)
        return { waiting: await waiting() }
      },
      decide: async (verdict, { caller }) => {
        await review.decide(deps, caller.id, verdict)
        return { data: await item(deps, verdict.id, caller.id) }
      },
      undoDecision: async ({ id }, { caller }) => {
        await review.undoDecision(deps, caller.id, id)
        return { data: await item(deps, id, caller.id), waiting: await waiting() }
      },
    },
  )
}

async function item(deps: Deps, id: number, operatorId: number) {
  return (await itemsOf(deps, operatorId, [id]))(id)
}
