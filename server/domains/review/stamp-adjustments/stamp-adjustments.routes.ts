import * as members from '@stampus/contract/console/members'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/http/http-error.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { routes } from '../../../platform/http/route.ts'
import { findBalance, hasLedger, listEntries } from '../../wallet/wallet.store.ts'
import { adjustStamps, getAdjustmentRules } from './stamp-adjustments.service.ts'

export const stampAdjustmentsRoutes = routes(members, (deps: Deps) => ({
  memberWallet: async ({ id: userId, page = 1 }, { operator }) => {
    const { pool } = deps.db
    if (!(await hasLedger(pool, userId))) throw notFound()
    const balance = await findBalance(pool, userId)
    const rules = await getAdjustmentRules(pool, deps, { operatorId: operator.id, userId })
    return { balance, ...rules, ...toConsolePage(page, await listEntries(pool, userId, page), (row) => row) }
  },
  createStampAdjustment: async ({ id, stamps, reason, request_id, balance }, { operator }) => {
    const given = { userId: id, operatorId: operator.id, stamps, reason, requestId: request_id }
    return { data: await adjustStamps(deps, given, balance) }
  },
}))
