import type { BenchPostgres, SeededDatabase } from '../databases.ts'
import { sendOnce } from '../load.ts'
import type { Plan } from '../plan.ts'
import { claimRequest } from '../rewards.ts'
import { membersFor } from '../seed-database.ts'
import { type Running, startServer } from '../servers.ts'
import { growthLine, hundredths, quantile, type Section, whole } from '../table.ts'

const CLAIMS = 1200

type Filled = { size: number; database: SeededDatabase; server: Running; times: number[] }

/** Part 2: how long a claim takes as the ledger grows, one after the other, from sending to the answer. */
export async function measureClaimGrowth(postgres: BenchPostgres, plan: Plan): Promise<Section> {
  const filled: Filled[] = []
  try {
    for (const size of plan.growth) {
      const database = await postgres.filled(`bench_claims_${size}`, { receipts: size, merchants: 200, stamps: true })
      filled.push({ size, database, server: await startServer(database.settings), times: [] })
    }
    const claims = plan.brief ? plan.timings : CLAIMS
    // The first tenth warms up.
    for (let at = -claims / 10; at < claims; at += 1)
      for (const each of filled) {
        const ms = await claim(each, Math.ceil(at + claims / 10))
        if (at >= 0) each.times.push(ms)
      }
    return sectionOf(filled)
  } finally {
    for (const { server } of filled) await server.stop()
    for (const { database } of filled) await database.remove()
  }
}

async function claim({ size, server }: Filled, at: number): Promise<number> {
  const begun = performance.now()
  const { status, body } = await sendOnce(server.port, claimRequest(membersFor(size))(at))
  if (status !== 201) throw new Error(`A claim was refused: ${body}`)
  return performance.now() - begun
}

function sectionOf(filled: Filled[]): Section {
  const shares = { 'a claim, median': 0.5, 'a claim, p99': 0.99 }
  const lines = Object.entries(shares).map(([what, share]) => {
    const times = filled.map((each) => quantile(each.times, share))
    return growthLine(what, times.map(hundredths), (times.at(-1) ?? 0) / (times[0] ?? 1))
  })
  const columns = filled.map(({ size }) => `${whole(size)}: ms`)
  return { title: '2. Growth, claims', columns: [...columns, 'growth'], lines }
}
