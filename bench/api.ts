import type { SeededDatabase } from './databases.ts'
import { type Answer, get } from './http-messages.ts'
import { sendOnce } from './load.ts'
import { pgbenchSeconds, type Statement, statementsOf } from './pgbench.ts'
import type { Plan } from './plan.ts'
import { memoryOf } from './process-stats.ts'
import { type BaselineServer, type Running, startBaseline, startServer } from './servers.ts'
import { hundredths, type Line, type Section, tenths, whole } from './table.ts'
import { listTargets, ownReceipt, type Target } from './targets.ts'
import { costsOf, measureInTurns, rateOf, type Sum } from './turns.ts'

const MOST_OF_PGBENCH = 1.5

type Environment = { filled: SeededDatabase; server: Running; baseline: BaselineServer; plan: Plan }

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

async function measure(
  { filled, server, baseline, plan }: Environment,
  target: Target,
  statements: Statement[] | undefined,
): Promise<Line> {
  const answer = await sendOnce(server.port, target.ask(0))
  requireValid(target, answer)
  await baseline.teach(target.path, answer)
  const bare = { ...target, ask: () => get(target.path), running: baseline }
  const [ours, theirs] = await measureInTurns(filled, plan, [{ ...target, running: server }, bare])
  const share = rateOf(ours) / rateOf(theirs)
  const beside = await besidePgbench(filled, plan, ours, statements)
  const [rate = '', onServer = '', inDatabase = ''] = costsOf(ours)
  const database = filled.apart ? inDatabase : 'in it'
  const times = beside === undefined ? '' : `${tenths(beside)} ×`
  return {
    what: target.name,
    figures: [rate, whole(rateOf(theirs)), hundredths(share), onServer, database, times],
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

async function besidePgbench({ apart }: SeededDatabase, plan: Plan, ours: Sum, statements: Statement[] | undefined) {
  if (!statements || !apart) return undefined
  const seconds = await pgbenchSeconds(apart, statements, plan.sliceMs)
  return seconds && ours.database / ours.answered / seconds
}
