import type { SeededDatabase } from './databases.ts'
import type { Answer } from './http-messages.ts'
import { get } from './http-messages.ts'
import { runLoad, sendOnce } from './load.ts'
import { pgbenchSeconds } from './pgbench.ts'
import type { Plan } from './plan.ts'
import { cpuSecondsOf, cpuSecondsOfFamily, memoryOf } from './process-stats.ts'
import { type BaselineServer, type Running, startBaseline, startServer } from './servers.ts'
import { type Statement, statementsOf } from './statements.ts'
import { hundredths, type Line, type Section, tenths, whole } from './table.ts'
import { listTargets, ownReceipt, type Target } from './targets.ts'

const CONNECTIONS = 16
const MOST_OF_PGBENCH = 1.5

type Environment = { filled: SeededDatabase; server: Running; baseline: BaselineServer; plan: Plan }
/** Seconds, and CPU seconds of server and database. */
type Sum = { answered: number; seconds: number; server: number; database: number }

/** Part 1 on one engine: each kind of request, in turns with a baseline server that sends the same bytes. */
export async function measureApi(filled: SeededDatabase, plan: Plan): Promise<Section> {
  const [server, baseline] = [await startServer(filled.settings), await startBaseline()]
  try {
    const rest = memoryOf(server.pid).now
    const statements = await statementsOf(await ownReceipt(server.port))
    const lines: Line[] = []
    for (const target of await listTargets(server.port))
      lines.push(await measure({ filled, server, baseline, plan }, target, statements[target.name]))
    const memory = `${whole(rest)} MiB at rest, ${whole(memoryOf(server.pid).now)} MiB after the run`
    const columns = ['requests/s', 'bare', 'share', 'µs server', 'µs database', 'of pgbench']
    return { title: `1. API, ${filled.engine}: ${memory}`, columns, lines }
  } finally {
    await Promise.all([server.stop(), baseline.stop()])
  }
}

async function measure(environment: Environment, target: Target, statements: Statement[] | undefined): Promise<Line> {
  const answer = await sendOnce(environment.server.port, target.ask(0))
  requireValid(target, answer)
  await environment.baseline.teach(target.path, answer)
  const [ours, theirs] = await measureInTurns(environment, target)
  const share = ours.answered / ours.seconds / (theirs.answered / theirs.seconds)
  const beside = await besidePgbench(environment, ours, statements)
  return {
    what: target.name,
    figures: [
      whole(ours.answered / ours.seconds),
      whole(theirs.answered / theirs.seconds),
      hundredths(share),
      whole((1e6 * ours.server) / ours.answered),
      environment.filled.apart ? whole((1e6 * ours.database) / ours.answered) : 'in it',
      beside === undefined ? '' : `${tenths(beside)} ×`,
    ],
    ...(target.goal !== undefined && judge(share, target.goal, beside)),
  }
}

function judge(share: number, goal: number, beside: number | undefined): Pick<Line, 'goal' | 'met'> {
  if (beside === undefined) return { goal: `≥ ${goal}`, met: share >= goal }
  return { goal: `≥ ${goal}, ≤ ${MOST_OF_PGBENCH} ×`, met: share >= goal && beside <= MOST_OF_PGBENCH }
}

function requireValid(target: Target, { status, head, body }: Answer): void {
  const right = status === (target.status ?? 200) && (status === 304 || JSON.parse(body.toString()).data !== undefined)
  if (!right) throw new Error(`The answer for "${target.name}" is wrong:\n${head}\n${body}`)
}

/** A B A B, so that other load on the machine affects both. */
async function measureInTurns(
  { filled, server, baseline, plan }: Environment,
  { ask, status, path }: Target,
): Promise<[Sum, Sum]> {
  const [ours, theirs] = [nothing(), nothing()]
  const same = get(path)
  const turn = async (running: Running, askCall: typeof ask, sum: Sum) => {
    const before = processors(running, filled)
    const load = { port: running.port, ask: askCall, connections: CONNECTIONS, ...(status && { status }) }
    const { answered, seconds } = await runLoad(load, { ms: plan.sliceMs })
    const after = processors(running, filled)
    sum.answered += answered
    sum.seconds += seconds
    sum.server += after.server - before.server
    sum.database += after.database - before.database
  }
  // Warms up both.
  for (let round = -1; round < plan.rounds; round += 1) {
    await turn(server, ask, round < 0 ? nothing() : ours)
    await turn(baseline, () => same, round < 0 ? nothing() : theirs)
  }
  return [ours, theirs]
}

const nothing = (): Sum => ({ answered: 0, seconds: 0, server: 0, database: 0 })

function processors({ pid }: Running, { apart }: SeededDatabase) {
  return { server: cpuSecondsOf(pid), database: apart ? cpuSecondsOfFamily(apart.pid) : 0 }
}

async function besidePgbench({ filled, plan }: Environment, ours: Sum, statements: Statement[] | undefined) {
  if (!statements || !filled.apart) return undefined
  const seconds = await pgbenchSeconds(filled.apart, statements, plan.sliceMs)
  return seconds && ours.database / ours.answered / seconds
}
