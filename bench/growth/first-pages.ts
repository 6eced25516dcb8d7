import { currentSupplements } from '@stampus/contract/accounts'
import { listMerchants } from '../../server/domains/merchants/merchants.store.ts'
import { queueQueryFor } from '../../server/domains/review/queue.service.ts'
import { countQueue, lockNext } from '../../server/domains/review/queue.store.ts'
import { findClaimFacts, listOwnVouchers } from '../../server/domains/rewards/vouchers/vouchers.store.ts'
import { listOwnSubmissions } from '../../server/domains/submissions/submissions.store.ts'
import { findWallet, listOwnEntries } from '../../server/domains/wallet/wallet.store.ts'
import type { Database, Queryable } from '../../server/platform/db/database.ts'
import { type BenchPostgres, open, type SeededDatabase } from '../databases.ts'
import { firstPage } from '../pgbench.ts'
import type { Plan } from '../plan.ts'
import { fixedMember, heavyMember, reviewer } from '../seed-database.ts'
import { claimedRewards } from '../seed-stamps.ts'
import { growthLine, hundredths, type Line, quantile, type Section, whole } from '../table.ts'

type Query = (db: Queryable) => Promise<unknown>
type Measured = { buffers: number; ms: number }

const queueQuery = () => queueQueryFor({ now: () => new Date() }, reviewer)
const byReceipts: Record<string, Query> = {
  'my receipts, 30 in all': (db) => listOwnSubmissions(db, firstPage(fixedMember)),
  'my receipts, a tenth of all': (db) => listOwnSubmissions(db, firstPage(heavyMember)),
  'what comes next in the queue': (db) => lockNext(db, queueQuery()),
  'how many wait, up to 100': (db) => countQueue(db, reviewer, new Date()),
}
const byEntries: Record<string, Query> = {
  'the balance, 30 receipts': (db) => findWallet(db, fixedMember, new Date()),
  'what a claim reads': (db) => findClaimFacts(db, claimOf(fixedMember)),
  'my vouchers, of 30 receipts': (db) => listOwnVouchers(db, vouchersOf(fixedMember), 1),
  'my vouchers, of a tenth of all': (db) => listOwnVouchers(db, vouchersOf(heavyMember), 1),
  'my stamps, of 30 receipts': (db) => listOwnEntries(db, fixedMember, 1),
  'my stamps, of a tenth of all': (db) => listOwnEntries(db, heavyMember, 1),
}
const claimOf = (userId: number) => ({
  userId,
  rewardId: claimedRewards[0]?.id ?? 0,
  key: 'none',
  now: new Date(),
  since: new Date(0),
  supplements: currentSupplements,
})
const vouchersOf = (userId: number) => ({ userId, state: undefined, now: new Date() })
const search = { active: undefined, categoryId: undefined, search: 'a7f' }
const byMerchants: Record<string, Query> = {
  'search by name': (db) => listMerchants(db, search, new Date().toISOString().slice(0, 10), 1),
}

/** Part 2: the cost of a first page as tables grow, in buffers, which are exact, and in time. */
export async function measureGrowth(postgres: BenchPostgres, plan: Plan): Promise<Section[]> {
  const receipts = plan.growth.map((size) => ({ size, filling: { receipts: size, merchants: 200 } }))
  const entries = receipts.map(({ size, filling }) => ({ size, filling: { ...filling, stamps: true } }))
  const merchants = plan.merchants.map((size) => ({ size, filling: { receipts: 600, merchants: size } }))
  const section = (title: string, sizes: Sized[], questions: Record<string, Query>, hasGoal = false) =>
    sectionOf(postgres, plan, { title: `2. Growth, by ${title}`, sizes, questions, hasGoal })
  return [
    await section('receipts', receipts, byReceipts, true),
    await section('ledger entries', entries, byEntries),
    await section('merchants', merchants, byMerchants),
  ]
}

type Sized = { size: number; filling: Parameters<BenchPostgres['filled']>[1] }
/** `hasGoal`: there is a limit for the buffers too. */
type Asked = { title: string; sizes: Sized[]; questions: Record<string, Query>; hasGoal: boolean }

async function sectionOf(
  postgres: BenchPostgres,
  { timings }: Plan,
  { title, sizes, questions, hasGoal }: Asked,
): Promise<Section> {
  const filled: SeededDatabase[] = []
  for (const { size, filling } of sizes) filled.push(await postgres.filled(`bench_${size}`, filling))
  const databases = await Promise.all(filled.map(({ settings }) => open(settings)))
  const lines: Line[] = []
  for (const [name, question] of Object.entries(questions))
    lines.push(lineOf(name, await measure(databases, question, timings), hasGoal))
  await Promise.all(databases.map((db) => db.close()))
  for (const { remove } of filled) await remove()
  const columns = sizes.map(({ size }) => `${whole(size)}: buffers, ms`)
  return { title, columns: [...columns, 'growth'], lines }
}

function lineOf(what: string, measured: Measured[], hasGoal: boolean): Line {
  const [first, last] = [measured[0], measured.at(-1)]
  const shown = measured.map(({ buffers, ms }) => `${whole(buffers)}, ${hundredths(ms)}`)
  const most = Math.max(...measured.map(({ buffers }) => buffers))
  return growthLine(what, shown, first && last ? last.ms / first.ms : 0, hasGoal ? most : undefined)
}

/** The median of each database, measured in turns so that other load on the machine affects all. */
async function measure(databases: Database[], question: Query, timings: number): Promise<Measured[]> {
  const measured = databases.map(({ pool }) => ({ pool, buffers: 0, times: [] as number[] }))
  // The first run reads catalogs and sets hint bits.
  for (const each of [...measured, ...measured]) each.buffers = await buffersOf(each.pool, question)
  for (let at = 0; at < timings; at += 1)
    for (const { pool, times } of measured) {
      const begun = performance.now()
      await question(pool)
      times.push(performance.now() - begun)
    }
  return measured.map(({ buffers, times }) => ({ buffers, ms: quantile(times, 0.5) }))
}

type Explained = { Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }

/** The buffers of the first statement. */
async function buffersOf(db: Queryable, question: Query): Promise<number> {
  const found: number[] = []
  const query = async (statement: { text: string; values?: unknown[] }) => {
    const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`
    const { rows } = await db.query<{ 'QUERY PLAN': [Explained] }>({ text, values: statement.values ?? [] })
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (plan) found.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
    return { rows: [[]], rowCount: 0, fields: [] }
  }
  await question({ query } as unknown as Queryable)
  return found[0] ?? 0
}
