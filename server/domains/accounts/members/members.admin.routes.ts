import * as contract from '@stampus/contract/console/members'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { routes } from '../../../platform/http/route.ts'
import * as members from './members.admin.service.ts'
import { findMembers } from './members.admin.store.ts'

export const membersRoutes = routes(contract, (deps: Deps) => ({
  searchMembers: async ({ search, state, page = 1 }) => {
    return toConsolePage(page, await findMembers(deps.db.pool, { search, state, page }), (row) => row)
  },
  showMember: async ({ id }) => ({ data: await members.findMemberDetails(deps, id) }),
  suspend: async ({ id, reason }, { operator }) => {
    await members.suspend(deps, { operatorId: operator.id, memberId: id, reason })
    return { data: await members.findMemberDetails(deps, id) }
  },
  reinstate: async ({ id }, { operator }) => {
    await members.reinstate(deps, { operatorId: operator.id, memberId: id })
    return { data: await members.findMemberDetails(deps, id) }
  },
  resendVerification: async ({ id }, { operator, request }) => {
    await members.resendVerification(deps, { operatorId: operator.id, memberId: id, address: request.ip })
    return { message: texts.verificationLinkSent }
  },
  sendResetLink: async ({ id }, { operator, request }) => {
    await members.sendResetLink(deps, { operatorId: operator.id, memberId: id, address: request.ip })
    return { message: texts.resetLinkSent }
  },
}))
