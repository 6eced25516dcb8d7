import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../../support/server/process.ts'
import { continueErrands, runErrands, WAYS } from './clients.ts'
import type { InjectedFault, KillPoint } from './kill-points.ts'
import { type ClientRecord, newClientRecord, type Session, type Shop, type Way } from './shop.ts'

const GONE_WITHIN_MS = 30_000
/**
 * On PostgreSQL the claim of an idempotency key expires after 20 seconds. The test moves its clock instead of waiting.
 */
const CLAIM_LAPSE_MS = 61_000

/**
 * One kill: when the server reaches a point for the nth time, counted from 0, or from outside `delay` milliseconds
 * after `after` responses; from outside it may kill PostgreSQL instead.
 */
export type Kill = { at: KillPoint | 'any moment' | 'PostgreSQL'; after: number; delay: number }

/**
 * Kills the server again and again while clients send receipts and use vouchers, and restarts it each time. Returns how often
 * each kill happened, and what the clients know in the end, when the server has stopped.
 */
export async function runKills(shop: Shop, kills: Kill[], injected?: InjectedFault) {
  const { environment } = shop
  const record = newClientRecord()
  const hits: Record<string, number> = {}
  for (const [number, kill] of kills.entries()) {
    const { at, after } = kill
    const settings = isFromOutside(kill) ? {} : { STAMPUS_KILL_AT: at, STAMPUS_KILL_AFTER: String(after) }
    const session = { shop, server: await environment.start(settings, injected), record }
    const isHit = await runKill(session, kill, number)
    hits[at] = (hits[at] ?? 0) + Number(isHit)
    if (wayTo(kill) === 'receipt') environment.travel(CLAIM_LAPSE_MS)
  }
  const server = await environment.start({}, injected)
  await continueErrands({ shop, server, record })
  await stop(server, record)
  return { hits, record }
}

const isFromOutside = ({ at }: Kill) => at === 'any moment' || at === 'PostgreSQL'

/** What the clients must do for the server to reach a point. */
const wayTo = ({ at }: Kill): Way =>
  at.startsWith('claim') ? 'hand-over' : (WAYS.find((way) => at.startsWith(way)) ?? 'receipt')

/** Whether the kill happened while errands were under way. */
async function runKill(session: Session, kill: Kill, number: number): Promise<boolean> {
  const { shop, server, record } = session
  await continueErrands(session)
  let isHit: boolean
  if (isFromOutside(kill)) isHit = await killFromOutside(session, kill, number)
  else {
    const isLost = await runErrands(session, shop.clientsOf(number), wayTo(kill))
    // The clients notice the end before this process does.
    isHit = isLost && (await Promise.race([server.gone.then(() => true), pause(GONE_WITHIN_MS, false)]))
  }
  const isUnderWay = record.open.size > 0
  if (kill.at === 'PostgreSQL') await restartPostgres(session)
  else await server.kill()
  return isHit && isUnderWay
}

async function killFromOutside({ shop, server, record }: Session, { at, after, delay }: Kill, number: number) {
  const stopping = new AbortController()
  let kill: Promise<void> | undefined
  const killNow = async () => {
    await pause(delay)
    if (at === 'PostgreSQL') shop.environment.postgres?.control('kill')
    else await server.kill()
    stopping.abort()
  }
  const onDone = (count: number) => {
    if (count === after + 1) kill = killNow()
  }
  await runErrands({ shop, server, record }, shop.clientsOf(number), 'receipt', { onDone, stopped: stopping.signal })
  await kill
  return kill !== undefined
}

/** The server keeps running, finds PostgreSQL again, and stops normally. */
async function restartPostgres(session: Session): Promise<void> {
  session.shop.environment.postgres?.control('start')
  while (!(await fetch(`${session.server.url}/readyz`)).ok) await pause(50)
  await continueErrands(session)
  await stop(session.server, session.record)
}

async function stop(server: ServerProcess, { problems }: ClientRecord): Promise<void> {
  const code = await server.stop()
  if (code !== 0) problems.push(`The server ended with ${code}`)
}
