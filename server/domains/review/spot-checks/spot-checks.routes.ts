import {
  disagreements,
  giveVerdict,
  settleDisagreement,
  takeCheck,
  undoVerdict,
} from '@stampus/contract/console/spotChecks'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { disagreementsFor, settle } from './disagreements.service.ts'
import { presentCheck } from './present-spot-check.ts'
import * as checks from './spot-checks.service.ts'
import type { HeldCheck } from './spot-checks.store.ts'

/** Second looks at decisions that were drawn by chance (D-51). */
export function checksRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { takeCheck, giveVerdict, undoVerdict, disagreements, settleDisagreement },
    {
      takeCheck: async (_input, { caller }) => atHand(deps, caller.id, await checks.takeCheck(deps, caller.id)),
      giveVerdict: async (given, { caller }) => ({
        data: { undo_left_ms: await checks.giveVerdict(deps, caller.id, given) },
      }),
      undoVerdict: async ({ id }, { caller }) => atHand(deps, caller.id, await checks.undoVerdict(deps, caller.id, id)),
      disagreements: async (asked, { caller }) => disagreementsFor(deps, caller.id, asked),
      settleDisagreement: async (given, { caller }) => {
        await settle(deps, caller.id, given)
        return { data: { outcome: given.outcome } }
      },
    },
  )
}

async function atHand(deps: Deps, operatorId: number, held: HeldCheck | undefined) {
  const data = held ? await presentCheck(deps, operatorId, held) : null
  return { data, waiting: await checks.waitingChecks(deps, operatorId) }
}
