import { rm } from 'node:fs/promises'
import { newFolder, type SeededDatabase } from './databases.ts'
import { runLoad } from './load.ts'
import type { Plan } from './plan.ts'
import { memoryOf, resetPeak } from './process-stats.ts'
import { startServer } from './servers.ts'
import { hundredths, type Line, type Section, whole } from './table.ts'
import { findTarget } from './targets.ts'

const MOST_MIB = 180
const CONNECTIONS = 16

/** Part 4: the memory of a new server that serves only my receipts. */
export async function measureMemory(filled: SeededDatabase, { listed }: Plan): Promise<Section> {
  const server = await startServer(filled.settings)
  try {
    const target = await findTarget(server.port, 'my receipts')
    const { now: rest } = memoryOf(server.pid)
    resetPeak(server.pid)
    await runLoad({ port: server.port, ask: target.ask, connections: CONNECTIONS }, { requests: listed })
    const { peak, now } = memoryOf(server.pid)
    const figures = [rest, peak, now].map(whole)
    const line = { what: `${whole(listed)} times my receipts`, figures, goal: `≤ ${MOST_MIB}`, met: peak <= MOST_MIB }
    return { title: `4. Memory, ${filled.engine}`, columns: ['MiB at rest', 'the most', 'after'], lines: [line] }
  } finally {
    await server.stop()
  }
}

const [FIRST_MS, LATER_MS] = [3000, 1500]

/** Part 6: the start-up time with the embedded database, which the first start creates and seeds. */
export async function measureStarts(): Promise<Section> {
  const settings = { DATA_DIR: await newFolder() }
  const lines: Line[] = []
  for (const [what, goalMs] of [
    ['the first start', FIRST_MS],
    ['a later start', LATER_MS],
  ] as const) {
    const { startedInMs, pid, stop } = await startServer(settings)
    const figures = [`${hundredths(startedInMs / 1000)} s`, `${whole(memoryOf(pid).now)} MiB`]
    await stop()
    lines.push({ what, figures, goal: `≤ ${goalMs / 1000} s`, met: startedInMs <= goalMs })
  }
  await rm(settings.DATA_DIR, { recursive: true, force: true })
  return { title: '6. Embedded: starting', columns: ['until it serves', 'memory then'], lines }
}
