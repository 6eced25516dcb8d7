import { shareBeside } from './beside.ts'
import type { Filled } from './databases.ts'
import { emailOf, password } from './filling.ts'
import { drive } from './load.ts'
import type { Plan } from './plan.ts'
import { postJson } from './requests.ts'
import { startServer } from './servers.ts'
import { hundredths, type Section, tenths } from './table.ts'

const LEAST_SHARE = 0.3

/** Part 4: members who sign in, as many at any time as there are places, and the public list meanwhile. */
export async function measureSignIns(filled: Filled, { signIns, sliceMs }: Plan): Promise<Section> {
  const server = await startServer(filled.settings)
  try {
    const ask = (at: number) => postJson('/api/login', { email: emailOf(1 + (at % 150)), password })
    const load = { port: server.port, ask, connections: signIns }
    const { share, done } = await shareBeside(server, sliceMs, () => drive(load, { ms: 2 * sliceMs }))
    const figures = [tenths(done.perSecond), hundredths(share)]
    const line = { what: `${signIns} in flight`, figures, goal: `≥ ${LEAST_SHARE}`, met: share >= LEAST_SHARE }
    return { title: `4. Sign-ins, ${filled.engine}`, columns: ['a second', 'public list keeps'], lines: [line] }
  } finally {
    await server.stop()
  }
}
