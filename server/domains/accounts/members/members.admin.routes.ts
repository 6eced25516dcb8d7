import * as members from '@stampus/contract/console/members'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { sendResetLink } from '../password-resets/password-resets.service.ts'
import { memberShown, presentMember, resendVerification } from './members.admin.service.ts'
import { findMembers } from './members.admin.store.ts'
import { reinstate, suspend } from './suspensions.service.ts'

/** Members as managers find and see them, and what may be done for and against one (D-53, D-25). */
export function membersRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { searchMembers, showMember } = members
  registerRoutes(
    app,
    routeContext,
    { searchMembers, showMember },
    {
      searchMembers: async ({ search, state, page = 1 }) => {
        return toConsolePage(page, await findMembers(deps.db.pool, { search, state, page }), presentMember)
      },
      showMember: async ({ id }) => ({ data: await memberShown(deps, id) }),
    },
  )
  actingRoutes(app, deps, routeContext)
}

function actingRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const {
    suspend: suspending,
    reinstate: reinstating,
    resendVerification: resending,
    sendResetLink: resetting,
  } = members
  registerRoutes(
    app,
    routeContext,
    { suspending, reinstating, resending, resetting },
    {
      suspending: async ({ id, reason }, { caller }) => {
        await suspend(deps, { operatorId: caller.id, memberId: id, reason })
        return { data: await memberShown(deps, id) }
      },
      reinstating: async ({ id }, { caller }) => {
        await reinstate(deps, { operatorId: caller.id, memberId: id })
        return { data: await memberShown(deps, id) }
      },
      resending: async ({ id }, { caller, request }) => {
        await resendVerification(deps, { operatorId: caller.id, memberId: id, address: request.ip })
        return { message: texts.verificationLinkSent }
      },
      resetting: async ({ id }, { caller, request }) => {
        await sendResetLink(deps, { operatorId: caller.id, memberId: id, address: request.ip })
        return { message: texts.resetLinkSent }
      },
    },
  )
}
