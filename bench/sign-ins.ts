import type { SeededDatabase } from './databases.ts'
import { postJson } from './http-messages.ts'
import { runLoad } from './load.ts'
import type { Plan } from './plan.ts'
import { emailOf, password } from './seed-database.ts'
import { startServer } from './servers.ts'
import { hundredths, type Line, type Section, tenths } from './table.ts'
import { findTarget } from './targets.ts'
import { shareBeside } from './turns.ts'

const LEAST_SHARE = 0.3
const LISTS = ['public list from memory', 'public list, looked up', 'my receipts']

/** Part 3: the throughput of lists while members log in, as many at once as the server allows. */
export async function measureSignIns(filled: SeededDatabase, plan: Plan): Promise<Section> {
  const lines: Line[] = []
  for (const list of LISTS) lines.push(await measure(filled, plan, list))
  const title = `3. Lists beside ${plan.signIns} sign-ins under way, ${filled.engine}`
  return { title, columns: ['list keeps', 'sign-ins a second'], lines }
}

/** Measures on a new server, because one that has served other lists is warm. */
async function measure(filled: SeededDatabase, { signIns, sliceMs }: Plan, list: string): Promise<Line> {
  const server = await startServer(filled.settings)
  try {
    const target = await findTarget(server.port, list)
    const ask = (at: number) => postJson('/api/login', { email: emailOf(1 + (at % 150)), password })
    const load = { port: server.port, ask, connections: signIns }
    const asked = { ms: sliceMs, ask: target.ask }
    const { share, done } = await shareBeside(server, asked, () => runLoad(load, { ms: 2 * sliceMs }))
    const figures = [hundredths(share), tenths(done.perSecond)]
    return { what: list, figures, goal: `≥ ${LEAST_SHARE}`, met: share >= LEAST_SHARE }
  } finally {
    await server.stop()
  }
}
