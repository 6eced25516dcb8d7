import { createStampAdjustment, memberWallet, type WalletEntry } from '@stampus/contract/console/members'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/http/http-error.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { findBalance, hasLedger, listEntries, type WalletEntryRow } from '../../wallet/wallet.store.ts'
import { adjustStamps, getAdjustmentRules } from './stamp-adjustments.service.ts'

/** A member's wallet, for managers: entries and stamp adjustments. */
export function stampAdjustmentsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { memberWallet, createStampAdjustment },
    {
      memberWallet: async ({ id, page = 1 }, { operator }) => answerWallet(deps, operator.id, { userId: id, page }),
      createStampAdjustment: async ({ id, stamps, reason, request_id, balance }, { operator }) => {
        const given = { userId: id, operatorId: operator.id, stamps, reason, requestId: request_id }
        return { data: await adjustStamps(deps, given, balance) }
      },
    },
  )
}

async function answerWallet(deps: Deps, operatorId: number, { userId, page }: { userId: number; page: number }) {
  const { db } = deps
  if (!(await hasLedger(db.pool, userId))) throw notFound()
  const balance = await findBalance(db.pool, userId)
  const rules = await getAdjustmentRules(db.pool, deps, { operatorId, userId })
  return { balance, ...rules, ...toConsolePage(page, await listEntries(db.pool, userId, page), presentEntry) }
}

function presentEntry({ created_at, voucher_id, voucher_title, ...entry }: WalletEntryRow): WalletEntry {
  const voucher = voucher_id === null || voucher_title === null ? null : { id: voucher_id, title: voucher_title }
  return { ...entry, voucher, created_at: created_at.toISOString() }
}
