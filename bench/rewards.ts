import { randomUUID } from 'node:crypto'
import type { SeededDatabase } from './databases.ts'
import { get, postJson } from './http-messages.ts'
import { pgbenchSeconds } from './pgbench.ts'
import type { Plan } from './plan.ts'
import { bearerOf, membersFor } from './seed-database.ts'
import { claimantsOf, claimedRewards } from './seed-stamps.ts'
import { startServer } from './servers.ts'
import { hundredths, type Line, type Section, tenths, whole } from './table.ts'
import { findTarget } from './targets.ts'
import { costsOf, measureInTurns, rateOf, type Sum } from './turns.ts'

const LEAST_OF_DEALS = 0.9
const MOST_OF_RECEIPTS = 3
const LEAST_CLAIMS = 200
/** A claim counts its limit in one transaction and takes the stamps in another. */
const CLAIM_COMMITS = 2

/** Part 7: rewards from memory beside deals, and claims beside a list. */
export async function measureRewards(filled: SeededDatabase, plan: Plan): Promise<Section> {
  const running = await startServer(filled.settings)
  try {
    const list = (path: string) => ({ ask: () => get(path), running })
    // A refused claim ends the measurement with an error.
    const claimsOf = (rewards: typeof claimedRewards) => {
      return { ask: claimRequest(membersFor(plan.receipts), rewards), status: 201, running }
    }
    const [rewards, deals] = await measureInTurns(filled, plan, [list('/api/rewards'), list('/api/advertisements')])
    const receipts = { ...(await findTarget(running.port, 'my receipts')), running }
    const [claims, own] = await measureInTurns(filled, plan, [claimsOf(claimedRewards), receipts])
    const [ofOne] = await measureInTurns(filled, plan, [claimsOf(claimedRewards.slice(0, 1)), receipts])
    const lines = [listLine(rewards, deals), await claimLine(filled, plan, claims, own), rateLine(ofOne)]
    const columns = ['requests/s', 'µs server', 'µs database', 'µs commits', 'beside it']
    return { title: `7. Rewards, ${filled.engine}`, columns, lines }
  } finally {
    await running.stop()
  }
}

function listLine(rewards: Sum, deals: Sum): Line {
  const share = rateOf(rewards) / rateOf(deals)
  return {
    what: 'rewards from memory',
    figures: [...costsOf(rewards), '', `${hundredths(share)} of deals from memory`],
    goal: `≥ ${LEAST_OF_DEALS}`,
    met: share >= LEAST_OF_DEALS,
  }
}

async function claimLine({ apart }: SeededDatabase, plan: Plan, claims: Sum, receipts: Sum): Promise<Line> {
  const commit = apart ? CLAIM_COMMITS * (await commitSeconds(apart, plan.sliceMs)) : 0
  const times = (costOf(claims) - commit) / costOf(receipts)
  return {
    what: 'a claim',
    figures: [...costsOf(claims), whole(1e6 * commit), `${tenths(times)} × my receipts, without commits`],
    goal: `≤ ${MOST_OF_RECEIPTS} ×`,
    met: times <= MOST_OF_RECEIPTS,
  }
}

/** All members claim the same reward, so that each claim waits for the row that the former one has locked. */
function rateLine(claims: Sum): Line {
  return {
    what: 'claims of one reward, none refused',
    figures: [...costsOf(claims), '', ''],
    goal: `≥ ${LEAST_CLAIMS}/s`,
    met: rateOf(claims) >= LEAST_CLAIMS,
  }
}

const costOf = ({ answered, server, database }: Sum) => (server + database) / answered

/** What PostgreSQL spends on a commit with a record: the difference that a transaction id makes. */
async function commitSeconds(apart: NonNullable<SeededDatabase['apart']>, ms: number): Promise<number> {
  const transaction = (text: string) => ['BEGIN', text, 'COMMIT'].map((each) => ({ text: each, values: [] }))
  const written = await pgbenchSeconds(apart, transaction('SELECT pg_current_xact_id()'), ms)
  const read = await pgbenchSeconds(apart, transaction('SELECT 1'), ms)
  return Math.max(0, (written ?? 0) - (read ?? 0))
}

/** The n-th claim: of these rewards in turn, by members in turn, with a key of its own. */
export function claimRequest(members: number, rewards = claimedRewards): (at: number) => Buffer {
  const { first, last } = claimantsOf(members)
  return (at) => {
    const { id = 0, version = 0 } = rewards[at % rewards.length] ?? {}
    const headers = { ...bearerOf(first + (at % (last - first + 1))), 'idempotency-key': randomUUID() }
    return postJson(`/api/rewards/${id}/vouchers`, { version }, headers)
  }
}
