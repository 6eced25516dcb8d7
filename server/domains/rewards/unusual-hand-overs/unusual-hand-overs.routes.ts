import * as contract from '@stampus/contract/console/counters/unusualHandOvers'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { daysBefore } from '../../../platform/durations.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import { listBursts, listOfflineShares, listOftenTogether } from './unusual-hand-overs.store.ts'

const DEFAULT_DAYS = 30

/** Shows managers hand-overs that are unusual. Nobody is punished automatically. */
export function unusualHandOversRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  registerRoutes(app, routeContext, contract, {
    unusual: async ({ days }) => {
      const since = daysBefore(deps.now(), Number(days ?? DEFAULT_DAYS))
      const often = await listOftenTogether(pool, since)
      const shares = await listOfflineShares(pool, since)
      const bursts = await listBursts(pool, since)
      return { data: { often: often.map(withTimes), shares, bursts: bursts.map(withTimes) } }
    },
  })
}

function withTimes<Row extends { first_at: Date; last_at: Date }>({ first_at, last_at, ...rest }: Row) {
  return { ...rest, first_at: first_at.toISOString(), last_at: last_at.toISOString() }
}
