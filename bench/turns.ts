import type { SeededDatabase } from './databases.ts'
import { type RequestFactory, runLoad } from './load.ts'
import type { Plan } from './plan.ts'
import { cpuSecondsOf, cpuSecondsOfFamily } from './process-stats.ts'
import type { Running } from './servers.ts'
import { whole } from './table.ts'

const CONNECTIONS = 16
const BESIDE_CONNECTIONS = 8

export type Kind = { ask: RequestFactory; status?: number; running: Running }
/** Seconds, and CPU seconds of server and database. */
export type Sum = { answered: number; seconds: number; server: number; database: number }

const nothing = (): Sum => ({ answered: 0, seconds: 0, server: 0, database: 0 })

/** A B A B, so that other load on the machine affects both. The first round warms up. */
export async function measureInTurns(
  { apart }: SeededDatabase,
  { sliceMs, rounds }: Plan,
  kinds: readonly [Kind, Kind],
): Promise<[Sum, Sum]> {
  const sums: [Sum, Sum] = [nothing(), nothing()]
  const turn = async ({ ask, status, running }: Kind, sum: Sum) => {
    const processors = () => [cpuSecondsOf(running.pid), apart ? cpuSecondsOfFamily(apart.pid) : 0] as const
    const before = processors()
    const load = { port: running.port, ask, connections: CONNECTIONS, ...(status && { status }) }
    const { answered, seconds } = await runLoad(load, { ms: sliceMs })
    const after = processors()
    sum.answered += answered
    sum.seconds += seconds
    sum.server += after[0] - before[0]
    sum.database += after[1] - before[1]
  }
  for (let round = -1; round < rounds; round += 1)
    for (const [at, kind] of kinds.entries()) await turn(kind, (round >= 0 && sums[at]) || nothing())
  return sums
}

export const rateOf = ({ answered, seconds }: Sum) => answered / seconds

/** Requests a second, and µs of server and database for one. */
export const costsOf = (sum: Sum) => [
  whole(rateOf(sum)),
  whole((1e6 * sum.server) / sum.answered),
  whole((1e6 * sum.database) / sum.answered),
]

/** The throughput of a list during other work, as a share of that before and after, and the result of the work. */
export async function shareBeside<T>(
  { port }: Running,
  { ms, ask }: { ms: number; ask: RequestFactory },
  work: () => Promise<T>,
): Promise<{ share: number; done: T }> {
  const list = { port, ask, connections: BESIDE_CONNECTIONS }
  await runLoad(list, { ms })
  const before = await runLoad(list, { ms })
  const ended = new AbortController()
  const working = work().finally(() => ended.abort())
  const beside = await runLoad(list, { signal: ended.signal })
  const done = await working
  const after = await runLoad(list, { ms })
  return { share: (2 * beside.perSecond) / (before.perSecond + after.perSecond), done }
}
