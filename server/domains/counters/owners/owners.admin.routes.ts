import * as contract from '@stampus/contract/console/counters/owners'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { removeCashier } from '../cashiers/cashiers.service.ts'
import { removePhone } from '../phones/phones.service.ts'
import * as owners from './owners.admin.service.ts'

/** What managers do with owners of merchants, their phones and their cashiers. */
export function ownersAdminRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(app, routeContext, contract, {
    list: async ({ page = 1, merchant_id: merchantId }) => owners.listOwners(deps, { page, merchantId }),
    show: async ({ id }) => ({ data: await owners.findOwnerCard(deps, id) }),
    invite: async (input, { operator, request }) => {
      const id = await owners.inviteOwner(deps, { ...input, operatorId: operator.id, address: request.ip })
      return { data: await owners.findOwnerCard(deps, id) }
    },
    change: async (input, { operator }) => {
      await owners.changeOwner(deps, { ...input, operatorId: operator.id })
      return { data: await owners.findOwnerCard(deps, input.id) }
    },
    sendLink: async ({ id }, { operator, request }) => {
      await owners.sendLink(deps, { operatorId: operator.id, id, address: request.ip })
      return { message: texts.operatorLinkSent }
    },
    endSessions: async ({ id }, { operator }) => {
      await owners.endSessions(deps, { operatorId: operator.id, id })
      return { message: texts.ownerSessionsEnded }
    },
    resetSecondFactor: async ({ id }, { operator }) => {
      await owners.resetSecondFactor(deps, { operatorId: operator.id, id })
      return { message: texts.ownerSecondFactorReset }
    },
    remove: async ({ id }, { operator }) => {
      await owners.removeOwner(deps, { operatorId: operator.id, id })
      return { message: texts.ownerRemoved }
    },
    removePhone: async ({ id }, { operator }) => {
      await removePhone(deps, { operatorId: operator.id, id })
      return { message: texts.phoneRemoved }
    },
    removeCashier: async ({ id }, { operator }) => {
      await removeCashier(deps, { operatorId: operator.id, id })
      return { message: texts.cashierRemoved }
    },
  })
}
