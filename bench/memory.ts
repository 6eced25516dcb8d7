import type { Filled } from './databases.ts'
import { drive } from './load.ts'
import type { Plan } from './plan.ts'
import { forgetPeak, memoryOf } from './processor.ts'
import { startServer } from './servers.ts'
import { type Section, whole } from './table.ts'
import { targetNamed } from './targets.ts'

const MOST_MIB = 180
const CONNECTIONS = 16

/** Part 4: the memory of a server just started that is asked for nothing but my receipts. */
export async function measureMemory(filled: Filled, { listed }: Plan): Promise<Section> {
  const server = await startServer(filled.settings)
  try {
    const target = await targetNamed(server.port, 'my receipts')
    const { now: rest } = memoryOf(server.pid)
    forgetPeak(server.pid)
    await drive({ port: server.port, ask: target.ask, connections: CONNECTIONS }, { requests: listed })
    const { peak, now } = memoryOf(server.pid)
    const figures = [rest, peak, now].map(whole)
    const line = { what: `${whole(listed)} times my receipts`, figures, goal: `≤ ${MOST_MIB}`, met: peak <= MOST_MIB }
    return { title: `4. Memory, ${filled.engine}`, columns: ['MiB at rest', 'the most', 'after'], lines: [line] }
  } finally {
    await server.stop()
  }
}
