import { type BenchPostgres, openBenchPostgres, type SeededDatabase } from '../databases.ts'
import { hundredths, type Line, MOST_GROWTH, type Section, tenths, whole } from '../table.ts'
import { playCalls, playRareCalls } from './play.ts'
import { type Cost, recordStatements } from './recorder.ts'
import { withServer } from './statements.ts'

/** For one core, and a disk that holds the larger database once: some 45 GB for 20 million receipts. */
const SETTINGS = `-c shared_buffers=1GB -c work_mem=256MB -c maintenance_work_mem=1GB -c autovacuum=off
  -c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=4GB -c max_parallel_workers_per_gather=0`
/** PostgreSQL plans the first five runs for their values; the sixth may use the plan for all. */
const EFFORT = { values: 2, runs: 1, warmUps: 5 }
/** Fewer buffers are a page of an index more or less. */
const LEAST_BUFFERS = 10

/** The member with many receipts has every tenth at least. */
const STEP = 400_000

/**
 * What each call costs the database, every statement of it together, with so many receipts and with a twentieth. Throws
 * unless `rows` is a multiple of 400,000.
 */
export async function measureCalls(rows: number): Promise<Section> {
  if (!(rows > 0) || rows % STEP !== 0) throw new Error(`--rows must be a multiple of ${whole(STEP)}`)
  const postgres = await openBenchPostgres(SETTINGS)
  if (!postgres) throw new Error('PostgreSQL is not installed')
  try {
    const sizes = [rows / 20, rows]
    const costs: Map<string, Cost>[] = []
    for (const size of sizes) costs.push(byCall(await recordOne(postgres, size)))
    return sectionOf(sizes, costs)
  } finally {
    await postgres.stop()
  }
}

async function recordOne(postgres: BenchPostgres, receipts: number): Promise<Map<string, Cost>> {
  const begun = performance.now()
  const merchants = Math.max(200, receipts / 5000)
  const growth = { receipts, merchants, stamps: true, history: true, pictureDays: 90, heavyReceipts: 2000 }
  const filled = await postgres.filled(`bench_calls_${receipts}`, growth)
  console.log(`${whole(receipts)} receipts filled in ${whole((performance.now() - begun) / 60_000)} minutes`)
  return recordCalls(filled).finally(filled.remove)
}

/** The cost of each different statement of a call; the key is the call and the text. */
async function recordCalls(filled: SeededDatabase): Promise<Map<string, Cost>> {
  let current = ''
  const { costs, stop } = recordStatements(EFFORT, ({ text }) =>
    current && /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text) ? `${current}\n${text}` : undefined,
  )
  const around = async <Answer>(line: string, answer: () => Promise<Answer>): Promise<Answer> => {
    // Ids of the data, not those of a list or a page.
    current = line.replace(/\/\d+(?=\/|$)/g, '/:id').replace(/(?<=data-export).*\?.*/, '')
    return answer().finally(() => {
      current = ''
    })
  }
  await withServer(filled, async (server) => {
    await playCalls(server, around)
    await playRareCalls(server, around)
  }).finally(stop)
  return costs
}

function byCall(costs: Map<string, Cost>): Map<string, Cost> {
  const sums = new Map<string, Cost>()
  for (const [key, cost] of costs) {
    const [call = ''] = key.split('\n')
    const { buffers, ms } = sums.get(call) ?? { buffers: 0, ms: 0 }
    sums.set(call, { buffers: buffers + cost.buffers, ms: ms + cost.ms })
  }
  return sums
}

/** All calls whose buffers grow by more than half, then how many do not. */
function sectionOf(sizes: number[], [small, large]: Map<string, Cost>[]): Section {
  const lines: Line[] = []
  for (const [call, after] of large ?? []) {
    const before = small?.get(call) ?? after
    const growth = after.buffers - before.buffers < LEAST_BUFFERS ? 1 : after.buffers / before.buffers
    const figures = [before, after].map(({ buffers, ms }) => `${whole(buffers)}, ${hundredths(ms)}`)
    const goal = `≤ ${MOST_GROWTH} ×`
    lines.push({ what: `\`${call}\``, figures: [...figures, `${tenths(growth)} ×`], goal, met: growth <= MOST_GROWTH })
  }
  const columns = sizes.map((size) => `${whole(size)}: buffers, ms`)
  const met = lines.filter((line) => line.met).length
  const title = `Growth, by call: ${met} of ${lines.length} meet the goal`
  return { title, columns: [...columns, 'growth'], lines }
}
