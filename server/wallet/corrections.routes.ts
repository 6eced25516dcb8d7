import { correctStamps, memberWallet, type WalletEntry } from '@stampus/contract/members'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { consolePage } from '../http/lists.ts'
import { notFound } from '../http/refusal.ts'
import { type Serving, serveAll } from '../http/route.ts'
import * as corrections from './corrections.ts'
import { balanceOf, hasWallet, listEntries, type WalletEntryRow } from './wallet.store.ts'

/** A member's stamps as managers see and correct them (D-53). */
export function correctionsRoutes(app: FastifyInstance, deps: Deps, serving: Serving): void {
  serveAll(
    app,
    serving,
    { memberWallet, correctStamps },
    {
      memberWallet: async ({ id, page = 1 }) => answerWallet(deps, id, page),
      correctStamps: async ({ id, stamps, reason, request_id }, { caller }) => {
        const given = { userId: id, operatorId: caller.id, stamps, reason, requestId: request_id }
        return { data: { balance: await corrections.correctStamps(deps, given) } }
      },
    },
  )
}

async function answerWallet({ db }: Deps, userId: number, page: number) {
  if (!(await hasWallet(db.pool, userId))) throw notFound()
  const balance = await balanceOf(db.pool, userId)
  return { balance, ...consolePage(page, await listEntries(db.pool, userId, page), presentEntry) }
}

function presentEntry({ created_at, ...entry }: WalletEntryRow): WalletEntry {
  return { ...entry, created_at: created_at.toISOString() }
}
