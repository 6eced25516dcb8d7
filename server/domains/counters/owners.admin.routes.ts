import * as contract from '@stampus/contract/console/counters/owners'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { routes } from '../../platform/http/route.ts'
import * as staff from '../staff/staff.admin.service.ts'
import { endPhonesOf, removeCashier, removePhone } from './phones/phones.service.ts'
import { listCashiersOfOwner, listPhonesOfOwner } from './phones/phones.store.ts'

export const ownersAdminRoutes = routes(contract, (deps: Deps) => ({
  list: async ({ page = 1, merchant_id: merchantId }) => staff.listOwners(deps, { page, merchantId }),
  show: async ({ id }) => ({ data: await findOwnerCard(deps, id) }),
  invite: async (input, { operator, request }) => {
    const id = await staff.inviteOwner(deps, { ...input, managerId: operator.id, address: request.ip })
    return { data: await findOwnerCard(deps, id) }
  },
  change: async (input, { operator }) => {
    await staff.changeOwner(deps, endPhonesOf, { ...input, managerId: operator.id })
    return { data: await findOwnerCard(deps, input.id) }
  },
  sendLink: async ({ id }, { operator, request }) => {
    await staff.sendPasswordLink(deps, 'counter', { managerId: operator.id, id, address: request.ip })
    return { message: texts.operatorLinkSent }
  },
  endSessions: async ({ id }, { operator }) => {
    await staff.endSessionsOf(deps, 'counter', { managerId: operator.id, id })
    return { message: texts.ownerSessionsEnded }
  },
  resetSecondFactor: async ({ id }, { operator }) => {
    await staff.resetSecondFactor(deps, 'counter', { managerId: operator.id, id })
    return { message: texts.ownerSecondFactorReset }
  },
  remove: async ({ id }, { operator }) => {
    await staff.removeOwner(deps, endPhonesOf, { managerId: operator.id, id })
    return { message: texts.ownerRemoved }
  },
  removePhone: async ({ id }, { operator }) => {
    await removePhone(deps, { operatorId: operator.id }, id)
    return { message: texts.phoneRemoved }
  },
  removeCashier: async ({ id }, { operator }) => {
    await removeCashier(deps, { operatorId: operator.id }, id)
    return { message: texts.cashierRemoved }
  },
}))

/** One owner with the phones and cashiers of their merchants. Throws 404. */
async function findOwnerCard(deps: Deps, id: number) {
  const { pool } = deps.db
  const owner = await staff.findStaffCard(deps, 'counter', id)
  const phones = await listPhonesOfOwner(pool, id, deps.now())
  return { ...owner, phones, cashiers: await listCashiersOfOwner(pool, id) }
}
