import * as ownersContract from '@stampus/contract/counter/owners'
import * as contract from '@stampus/contract/counter/phones'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { DAY_SECONDS } from '../../platform/durations.ts'
import { cookieOptions } from '../../platform/http/cookies.ts'
import { requireFound, unauthenticated } from '../../platform/http/http-error.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { toSecret } from '../../platform/security/crypto.ts'
import { urlOf } from '../staff/apps.ts'
import { findOwnMerchant } from '../staff/merchants.store.ts'
import * as phones from './phones/phones.service.ts'
import { endWorkOn, findPhone, listCashiers, listPhones, workKey } from './phones/phones.store.ts'

/** Browsers keep a cookie for at most 400 days. The session ends earlier if it is not used. */
const COOKIE_SECONDS = 400 * DAY_SECONDS

/** Phones and cashiers of a merchant, for its owners and for the phones themselves. */
export function phonesRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  registerRoutes(app, routeContext, ownersContract, {
    showMerchant: async ({ id }, { owner }) => {
      const merchant = requireFound(await findOwnMerchant(pool, { ownerId: owner.id, merchantId: id }))
      const found = await listPhones(pool, id, deps.now())
      return { data: { ...merchant, phones: found, cashiers: await listCashiers(pool, id) } }
    },
  })
  registerRoutes(app, routeContext, contract, {
    createEnrolment: async ({ id }, { owner }) => {
      const { token, expiresAt } = await phones.createEnrolment(deps, { ownerId: owner.id, merchantId: id })
      return { data: { token, expires_at: expiresAt } }
    },
    removePhone: async ({ id }, { owner }) => {
      await phones.removePhone(deps, { operatorId: null, ownerId: owner.id }, id)
      return { message: texts.phoneRemoved }
    },
    addCashier: async ({ id, ...given }, { owner }) => ({
      data: await phones.addCashier(deps, { ...given, ownerId: owner.id, merchantId: id }),
    }),
    changeCashier: async (given, { owner }) => ({
      data: await phones.changeCashier(deps, { ...given, ownerId: owner.id }),
    }),
    removeCashier: async ({ id }, { owner }) => {
      await phones.removeCashier(deps, { operatorId: null, ownerId: owner.id }, id)
      return { message: texts.cashierRemoved }
    },
  })
  phoneRoutes(app, deps, routeContext)
}

function phoneRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  const options = { ...cookieOptions(urlOf(deps.config, 'counter')), maxAge: COOKIE_SECONDS }
  const present = async (phone: Pick<contract.OwnPhone, 'id' | 'name' | 'cashier'>) => {
    const found = await findPhone(pool, phone.id)
    if (!found) throw unauthenticated()
    const { merchant, key, cashier_since: since } = found
    const shownKey = phone.cashier && since && toSecret(workKey(key, since)).base32
    const cashiers = await listCashiers(pool, merchant.id)
    return { data: { ...phone, merchant, cashiers, key: shownKey, now: deps.now() } }
  }
  registerRoutes(app, routeContext, contract, {
    enrol: async ({ token, name }, { request, reply }) => {
      const phone = await phones.enrol(deps, { token, name, address: request.ip })
      reply.header('cache-control', 'no-store').setCookie(phones.PHONE_COOKIE, phone.token, options)
      return present({ id: phone.id, name, cashier: null })
    },
    showPhone: async (_, { phone: { id, name, cashier } }) => present({ id, name, cashier: cashier ?? null }),
    startWork: async ({ cashier_id: cashierId, pin }, { phone }) => {
      const cashier = await phones.startWork(deps, phone, { cashierId, pin })
      const { data } = await present({ ...phone, cashier })
      return { data: { ...cashier, key: data.key } }
    },
    endWork: async (_, { phone }) => {
      await endWorkOn(pool, phone.id)
      return { message: texts.workEnded }
    },
  })
}
