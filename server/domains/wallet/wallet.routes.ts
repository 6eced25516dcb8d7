import { PAGE_SIZE } from '@stampus/contract/limits'
import { decimalAmount } from '@stampus/contract/values/money'
import { entries, type StampEntry, show } from '@stampus/contract/wallet'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { findBalance, listOwnEntries, type OwnEntryRow } from './wallet.store.ts'

/** A member's own stamp balance and ledger entries. */
export function walletRoutes(app: FastifyInstance, { db }: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { show, entries },
    {
      show: async (_input, { member }) => ({ data: { stamp_balance: await findBalance(db.pool, member.id) } }),
      entries: async ({ page = 1 }, { member }) => {
        return toPage({ page, size: PAGE_SIZE }, await listOwnEntries(db.pool, member.id, page), presentEntry)
      },
    },
  )
}

function presentEntry({ id, kind, stamps, created_at, reason, ...of }: OwnEntryRow): StampEntry {
  return { id, kind, stamps, created_at: created_at.toISOString(), submission: presentReceipt(of), reason }
}

function presentReceipt({
  submission_id: id,
  merchant,
  amount_sen,
}: Pick<OwnEntryRow, 'submission_id' | 'merchant' | 'amount_sen'>): StampEntry['submission'] {
  if (id === null || merchant === null || amount_sen === null) return null
  return { id, merchant, purchase_amount: decimalAmount(amount_sen) }
}
