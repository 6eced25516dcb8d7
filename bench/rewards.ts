import { randomUUID } from 'node:crypto'
import type { SeededDatabase } from './databases.ts'
import { get, postJson } from './http-messages.ts'
import { type RequestFactory, runLoad } from './load.ts'
import { pgbenchSeconds } from './pgbench.ts'
import type { Plan } from './plan.ts'
import { cpuSecondsOf, cpuSecondsOfFamily } from './process-stats.ts'
import { fingerprintAppKey, membersFor } from './seed-database.ts'
import { claimantsOf, claimedReward, claimedRewards } from './seed-stamps.ts'
import { type Running, startServer } from './servers.ts'
import { hundredths, type Line, type Section, tenths, whole } from './table.ts'
import { findTarget } from './targets.ts'

const CONNECTIONS = 16
const LEAST_OF_DEALS = 0.9
const MOST_OF_RECEIPTS = 3
const LEAST_CLAIMS = 200
/** A claim counts its limit in one transaction and takes the stamps in another. */
const CLAIM_COMMITS = 2

/** Requests of one kind. */
type Kind = { ask: RequestFactory; status?: number }
type Sum = { answered: number; seconds: number; server: number; database: number }

/** Part 7: rewards from memory beside deals, and claims beside a list. */
export async function measureRewards(filled: SeededDatabase, plan: Plan): Promise<Section> {
  const server = await startServer(filled.settings)
  try {
    const environment = { filled, server, plan }
    const list = (path: string): Kind => ({ ask: () => get(path) })
    const [rewards, deals] = await measureInTurns(environment, list('/api/rewards'), list('/api/advertisements'))
    const receipts = await findTarget(server.port, 'my receipts')
    const [claims, own] = await measureInTurns(environment, claimsOf(plan, claimedRewards), receipts)
    const [ofOne] = await measureInTurns(environment, claimsOf(plan, [claimedReward]), receipts)
    const lines = [listLine(rewards, deals), await claimLine(environment, claims, own), rateLine(ofOne)]
    const columns = ['requests/s', 'µs server', 'µs database', 'µs commits', 'beside it']
    return { title: `7. Rewards, ${filled.engine}`, columns, lines }
  } finally {
    await server.stop()
  }
}

/** Claims of these rewards in turn, each with a key of its own. A refused one ends the measurement with an error. */
function claimsOf({ receipts }: Plan, rewards: { id: number; version: number }[]): Kind {
  const { first, last } = claimantsOf(membersFor(receipts))
  const ask = (at: number) => {
    const { id = 0, version = 0 } = rewards[at % rewards.length] ?? {}
    const token = fingerprintAppKey(first + (at % (last - first + 1)))
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
    return postJson(`/api/rewards/${id}/vouchers`, { version }, headers)
  }
  return { ask, status: 201 }
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

async function claimLine({ filled, plan }: Environment, claims: Sum, receipts: Sum): Promise<Line> {
  const commit = filled.apart ? CLAIM_COMMITS * (await commitSeconds(filled.apart, plan.sliceMs)) : 0
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

const rateOf = ({ answered, seconds }: Sum) => answered / seconds
const costOf = ({ answered, server, database }: Sum) => (server + database) / answered
const costsOf = (sum: Sum) => [
  whole(rateOf(sum)),
  whole((1e6 * sum.server) / sum.answered),
  whole((1e6 * sum.database) / sum.answered),
]

/** What PostgreSQL spends on a commit with a record: the difference that a transaction id makes. */
async function commitSeconds(apart: NonNullable<SeededDatabase['apart']>, ms: number): Promise<number> {
  const transaction = (text: string) => ['BEGIN', text, 'COMMIT'].map((each) => ({ text: each, values: [] }))
  const written = await pgbenchSeconds(apart, transaction('SELECT pg_current_xact_id()'), ms)
  const read = await pgbenchSeconds(apart, transaction('SELECT 1'), ms)
  return Math.max(0, (written ?? 0) - (read ?? 0))
}

type Environment = { filled: SeededDatabase; server: Running; plan: Plan }

/** A B A B, so that other load on the machine affects both. */
async function measureInTurns({ filled, server, plan }: Environment, first: Kind, second: Kind): Promise<[Sum, Sum]> {
  const sums: [Sum, Sum] = [nothing(), nothing()]
  const turn = async ({ ask, status }: Kind, sum: Sum) => {
    const before = processors(server, filled)
    const load = { port: server.port, ask, connections: CONNECTIONS, ...(status && { status }) }
    const { answered, seconds } = await runLoad(load, { ms: plan.sliceMs })
    const after = processors(server, filled)
    sum.answered += answered
    sum.seconds += seconds
    sum.server += after.server - before.server
    sum.database += after.database - before.database
  }
  // Warms up.
  for (let round = -1; round < plan.rounds; round += 1)
    for (const [at, kind] of [first, second].entries()) await turn(kind, (round >= 0 && sums[at]) || nothing())
  return sums
}

const nothing = (): Sum => ({ answered: 0, seconds: 0, server: 0, database: 0 })

function processors({ pid }: Running, { apart }: SeededDatabase) {
  return { server: cpuSecondsOf(pid), database: apart ? cpuSecondsOfFamily(apart.pid) : 0 }
}
