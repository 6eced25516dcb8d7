import * as contract from '@stampus/contract/console/counters/unusualHandOvers'
import type { Deps } from '../../../deps.ts'
import { daysBefore } from '../../../platform/durations.ts'
import { routes } from '../../../platform/http/route.ts'
import { listBursts, listOfflineShares, listOftenTogether } from './unusual-hand-overs.store.ts'

const DEFAULT_DAYS = 30

/** Shows managers hand-overs that are unusual. Nobody is punished automatically. */
export const unusualHandOversRoutes = routes(contract, ({ db, now }: Deps) => ({
  unusual: async ({ days }) => {
    const since = daysBefore(now(), Number(days ?? DEFAULT_DAYS))
    const often = await listOftenTogether(db.pool, since)
    const shares = await listOfflineShares(db.pool, since)
    return { data: { often, shares, bursts: await listBursts(db.pool, since) } }
  },
}))
