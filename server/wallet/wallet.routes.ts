import { show } from '@stampus/contract/wallet'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Serving, serveAll } from '../http/route.ts'
import { balanceOf } from './wallet.store.ts'

/** S-7.07: the caller's stamps. */
export function walletRoutes(app: FastifyInstance, { db }: Deps, serving: Serving): void {
  serveAll(
    app,
    serving,
    { show },
    { show: async (_input, { caller }) => ({ data: { stamp_balance: await balanceOf(db.pool, caller.id) } }) },
  )
}
