import { rm } from 'node:fs/promises'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openDeps } from '../../server/deps.ts'
import type { TestApp } from '../../tests/support/server/app.ts'
import { type BenchPostgres, newFolder, open, type SeededDatabase } from '../databases.ts'
import type { Plan } from '../plan.ts'
import { growthLine, hundredths, type Line, MOST_GROWTH, type Section, whole } from '../table.ts'
import { findName, measured } from './named-statements.ts'
import { playCalls } from './play.ts'
import { type Cost, type Effort, recordStatements } from './recorder.ts'

/** Smaller differences of two times are noise. */
const LEAST_MS = 0.05
/** PostgreSQL plans the first five runs of a prepared statement for their values; then it may use one plan for all. */
const THOROUGH: Effort = { values: 5, runs: 5, warmUps: 5 }
const BRIEF: Effort = { values: 1, runs: 1, warmUps: 0 }

/** Part 2: what each named statement of the calls that are made often costs on old, mixed data of several sizes. */
export async function measureStatements(postgres: BenchPostgres, { growth, brief }: Plan): Promise<Section> {
  const costs: Map<string, Cost>[] = []
  const sizes = brief ? growth.slice(-1) : growth
  for (const size of sizes) {
    const filling = { receipts: size, merchants: 200, stamps: true, history: true }
    const filled = await postgres.filled(`bench_statements_${size}`, filling)
    costs.push(await record(filled, brief ? BRIEF : THOROUGH).finally(filled.remove))
  }
  const lines = Object.entries(measured).flatMap(([name, reason]) => linesOf(name, costs, reason))
  const columns = sizes.map((size) => `${whole(size)}: buffers, ms`)
  const all = Object.keys(measured).length
  const title = `2. Growth, by statement: the ${lines.length} of ${all} above the goals`
  return { title, columns: [...columns, 'growth'], lines }
}

async function record(filled: SeededDatabase, effort: Effort): Promise<Map<string, Cost>> {
  const { costs, stop } = recordStatements(effort)
  await withServer(filled, (server) => playCalls(server).finally(stop))
  return byListedName(costs)
}

/** Starts a server on the database, whose clock only moves by `travel`. */
export async function withServer({ settings }: SeededDatabase, use: (server: TestApp) => Promise<void>): Promise<void> {
  const dataDir = await newFolder()
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    WEB_URL: 'http://stampus.test',
    SPOT_CHECK_PERCENT: '100',
  })
  const clock = { at: Date.now() }
  const db = await open(settings)
  const deps = await openDeps(config, db, () => new Date(clock.at))
  const app = await buildApp(deps)
  const close = async () => {
    await app.close()
    await deps.jobs.stop()
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  const travel = (ms: number) => {
    clock.at += ms
  }
  const sql = (text: string, values: unknown[] = []) => db.pool.query({ text, values })
  await use({ app, deps, travel, close, sql }).finally(close)
}

/** A listed name with a part that varies gets the most of any. */
function byListedName(costs: Map<string, Cost>): Map<string, Cost> {
  const found = new Map<string, Cost>()
  for (const [name, { buffers, ms }] of costs) {
    const listed = findName(name)
    const before = found.get(listed) ?? { buffers: 0, ms: 0 }
    found.set(listed, { buffers: Math.max(before.buffers, buffers), ms: Math.max(before.ms, ms) })
  }
  return found
}

/** Nothing about a statement that meets the goals, or grows as little as that. */
function linesOf(what: string, costs: Map<string, Cost>[], reason: string): Line[] {
  const found = costs.map((each) => each.get(what))
  const [first, last] = [found[0], found.at(-1)]
  if (!first || !last) throw new Error(`No call of bench/growth/play.ts sends ${what}`)
  const growth = last.ms - first.ms < LEAST_MS ? 1 : last.ms / first.ms
  const shown = found.map((cost) => (cost ? `${whole(cost.buffers)}, ${hundredths(cost.ms)}` : ''))
  const line = growthLine(`\`${what}\``, shown, growth, last.buffers)
  if (!reason) return line.met ? [] : [line]
  return growth > MOST_GROWTH ? [{ what: line.what, figures: line.figures, goal: reason }] : []
}
