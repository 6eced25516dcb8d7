import { shareBeside } from './beside.ts'
import type { Filled } from './databases.ts'
import { emailOf, password } from './filling.ts'
import { drive } from './load.ts'
import type { Plan } from './plan.ts'
import { postJson } from './requests.ts'
import { startServer } from './servers.ts'
import { hundredths, type Line, type Section, tenths } from './table.ts'
import { targetNamed } from './targets.ts'

const LEAST_SHARE = 0.3
const LISTS = ['public list from memory', 'public list, looked up', 'my receipts']

/** Part 3: members who sign in, as many at any time as there are places, and the lists meanwhile. */
export async function measureSignIns(filled: Filled, plan: Plan): Promise<Section> {
  const lines: Line[] = []
  for (const list of LISTS) lines.push(await measure(filled, plan, list))
  const title = `3. Lists beside ${plan.signIns} sign-ins under way, ${filled.engine}`
  return { title, columns: ['list keeps', 'sign-ins a second'], lines }
}

/** On a server just started, for one that has answered other lists is warm. */
async function measure(filled: Filled, { signIns, sliceMs }: Plan, list: string): Promise<Line> {
  const server = await startServer(filled.settings)
  try {
    const target = await targetNamed(server.port, list)
    const ask = (at: number) => postJson('/api/login', { email: emailOf(1 + (at % 150)), password })
    const load = { port: server.port, ask, connections: signIns }
    const asked = { ms: sliceMs, ask: target.ask }
    const { share, done } = await shareBeside(server, asked, () => drive(load, { ms: 2 * sliceMs }))
    const figures = [hundredths(share), tenths(done.perSecond)]
    return { what: list, figures, goal: `≥ ${LEAST_SHARE}`, met: share >= LEAST_SHARE }
  } finally {
    await server.stop()
  }
}
