import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../../support/server/process.ts'
import { type Book, newBook, sendAll, settle } from './durability-clients.ts'
import { inspect, type Wrongs } from './durability-inspection.ts'
import type { Plant, Point } from './durability-points.ts'
import type { Environment } from './environment.ts'

const GONE_WITHIN_MS = 30_000

/**
 * One kill: when the server comes to a point for the nth time, or from outside `after` answers and `delay` milliseconds later;
 * there it may strike PostgreSQL instead.
 */
export type Blow = { at: Point | 'any moment' | 'PostgreSQL'; after: number; delay: number }

/** How often each kill struck, what the clients did, and what was found wrong. */
export type Findings = {
  struck: Record<string, number>
  acknowledged: number
  retried: number
  wrongs: Wrongs
  said: string[]
}

/** Strikes again and again while twenty clients send, starts anew each time, and tells what is left in the end. */
export async function strike(house: Environment, blows: Blow[], plant?: Plant): Promise<Findings> {
  const book = newBook()
  const struck: Record<string, number> = {}
  for (const [number, blow] of blows.entries()) {
    const server = await house.start(wordsFor(blow), plant)
    await settle(server, book)
    const hit = await strikeOnce({ house, server, book, number }, blow)
    struck[blow.at] = (struck[blow.at] ?? 0) + Number(hit)
  }
  const server = await house.start({}, plant)
  await settle(server, book)
  await end(server, book)
  const { acknowledged, retried, faults } = book
  return {
    struck,
    acknowledged: acknowledged.size,
    retried,
    wrongs: await inspect(house, book),
    said: faults.slice(0, 5),
  }
}

function wordsFor({ at, after }: Blow): Record<string, string> {
  return isFromOutside({ at }) ? {} : { STAMPUS_KILL_AT: at, STAMPUS_KILL_AFTER: String(after) }
}

const isFromOutside = ({ at }: Pick<Blow, 'at'>) => at === 'any moment' || at === 'PostgreSQL'

type Struck = { house: Environment; server: ServerProcess; book: Book; number: number }

/** Whether the kill came, and while receipts were under way. */
async function strikeOnce(struck: Struck, blow: Blow): Promise<boolean> {
  const { house, server, book } = struck
  const hit = await (isFromOutside(blow) ? strikeFromOutside(struck, blow) : strikeFromInside(struck))
  const isUnderWay = book.open.size > 0
  if (blow.at === 'PostgreSQL') await returnOfPostgres(house, server, book)
  else await server.kill()
  return hit && isUnderWay
}

async function strikeFromInside(struck: Struck): Promise<boolean> {
  const isLost = await sendAll({ ...struck, onTaken: () => {} })
  // Its clients notice before we are told.
  return isLost && Promise.race([struck.server.gone.then(() => true), pause(GONE_WITHIN_MS, false)])
}

async function strikeFromOutside(struck: Struck, { at, after, delay }: Blow): Promise<boolean> {
  const { house, server } = struck
  const stopping = new AbortController()
  const strikeNow = async () => {
    await pause(delay)
    if (at === 'PostgreSQL') house.postgres?.tell('kill')
    else await server.kill()
    stopping.abort()
  }
  let blow: Promise<void> | undefined
  const onTaken = (count: number) => {
    if (count === after + 1) blow = strikeNow()
  }
  await sendAll({ ...struck, onTaken }, stopping.signal)
  await blow
  return blow !== undefined
}

/** The server itself goes on, finds PostgreSQL again, and ends in order. */
async function returnOfPostgres({ postgres }: Environment, server: ServerProcess, book: Book): Promise<void> {
  postgres?.tell('start')
  while (!(await fetch(`${server.url}/readyz`)).ok) await pause(50)
  await settle(server, book)
  await end(server, book)
}

async function end(server: ServerProcess, { faults }: Book): Promise<void> {
  const code = await server.stop()
  if (code !== 0) faults.push(`The server ended with ${code}`)
}
