import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../../support/server/process.ts'
import { type ClientRecord, newClientRecord, resendOpen, sendAll } from './clients.ts'
import type { Environment } from './environment.ts'
import { findViolations, type Violations } from './inspection.ts'
import type { InjectedFault, KillPoint } from './kill-points.ts'

const GONE_WITHIN_MS = 30_000

/**
 * One kill: when the server reaches a point for the nth time, or from outside `delay` milliseconds after `after`
 * responses; from outside it may kill PostgreSQL instead.
 */
export type Kill = { at: KillPoint | 'any moment' | 'PostgreSQL'; after: number; delay: number }

/** How often each kill happened, what the clients did, and what was wrong. */
export type Findings = {
  hits: Record<string, number>
  acknowledged: number
  retried: number
  violations: Violations
  errors: string[]
}

/**
 * Kills the server again and again while twenty clients send, restarts it each time, and returns what is left in the
 * end.
 */
export async function runKills(environment: Environment, kills: Kill[], injected?: InjectedFault): Promise<Findings> {
  const record = newClientRecord()
  const hits: Record<string, number> = {}
  for (const [number, kill] of kills.entries()) {
    const server = await environment.start(killSettings(kill), injected)
    await resendOpen(server, record)
    const isHit = await runKill({ environment, server, record, number }, kill)
    hits[kill.at] = (hits[kill.at] ?? 0) + Number(isHit)
  }
  const server = await environment.start({}, injected)
  await resendOpen(server, record)
  await end(server, record)
  const { acknowledged, retried, problems } = record
  return {
    hits,
    acknowledged: acknowledged.size,
    retried,
    violations: await findViolations(environment, record),
    errors: problems.slice(0, 5),
  }
}

function killSettings({ at, after }: Kill): Record<string, string> {
  return isFromOutside({ at }) ? {} : { STAMPUS_KILL_AT: at, STAMPUS_KILL_AFTER: String(after) }
}

const isFromOutside = ({ at }: Pick<Kill, 'at'>) => at === 'any moment' || at === 'PostgreSQL'

type KillRun = { environment: Environment; server: ServerProcess; record: ClientRecord; number: number }

/** Whether the kill happened while receipts were being sent. */
async function runKill(run: KillRun, kill: Kill): Promise<boolean> {
  const { environment, server, record } = run
  const isHit = await (isFromOutside(kill) ? killFromOutside(run, kill) : killFromInside(run))
  const isUnderWay = record.open.size > 0
  if (kill.at === 'PostgreSQL') await restartPostgres(environment, server, record)
  else await server.kill()
  return isHit && isUnderWay
}

async function killFromInside(run: KillRun): Promise<boolean> {
  const isLost = await sendAll({ ...run, onTaken: () => {} })
  // The clients notice the end before this process does.
  return isLost && Promise.race([run.server.gone.then(() => true), pause(GONE_WITHIN_MS, false)])
}

async function killFromOutside(run: KillRun, { at, after, delay }: Kill): Promise<boolean> {
  const { environment, server } = run
  const stopping = new AbortController()
  const killNow = async () => {
    await pause(delay)
    if (at === 'PostgreSQL') environment.postgres?.control('kill')
    else await server.kill()
    stopping.abort()
  }
  let kill: Promise<void> | undefined
  const onTaken = (count: number) => {
    if (count === after + 1) kill = killNow()
  }
  await sendAll({ ...run, onTaken }, stopping.signal)
  await kill
  return kill !== undefined
}

/** The server keeps running, finds PostgreSQL again, and stops normally. */
async function restartPostgres({ postgres }: Environment, server: ServerProcess, record: ClientRecord): Promise<void> {
  postgres?.control('start')
  while (!(await fetch(`${server.url}/readyz`)).ok) await pause(50)
  await resendOpen(server, record)
  await end(server, record)
}

async function end(server: ServerProcess, { problems }: ClientRecord): Promise<void> {
  const code = await server.stop()
  if (code !== 0) problems.push(`The server ended with ${code}`)
}
