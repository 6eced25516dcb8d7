import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Queryable } from '../database.ts'

const EVERY_MS = 250
const ANSWERS_WITHIN_MS = 1000
/** One answer that is late may be this process's own fault. */
const MISSES_TO_BE_LOST = 2
/** The SQLSTATEs of a lost connection, and of a server that is stopping or starting. */
const GOING_AWAY = /^(08|57P)/

/** What the connection says: whether the server lives, and that what everybody is shown may have changed. */
type Listening = { heard(alive: boolean): void; publicChange(): void }

/**
 * Asks the server four times a second, on a connection of its own, whether it lives, and says what it has heard: a frozen server, or
 * one behind a broken line, refuses nothing and would hold every caller. Answers how to stop.
 */
export function startHealthCheck(connectionString: string, listening: Listening): () => Promise<void> {
  const stopping = new AbortController()
  const watching = watch(connectionString, listening, stopping.signal)
  return () => {
    stopping.abort()
    return watching
  }
}

async function watch(connectionString: string, listening: Listening, stop: AbortSignal): Promise<void> {
  let client: pg.Client | undefined
  let misses = 0
  while (!stop.aborted) {
    const answer = await beat(client, connectionString, listening)
    client = answer.client
    misses = answer.lives ? 0 : misses + 1
    if (misses === 0 || misses === MISSES_TO_BE_LOST) listening.heard(misses === 0)
    if (misses !== 1) await pause(EVERY_MS, undefined, { signal: stop, ref: false }).catch(() => {})
  }
  await client?.end()
}

/** Whether the server answers, and the connection on which the next question can be asked. */
type Beat = { lives: boolean; client: pg.Client | undefined }

async function beat(
  client: pg.Client | undefined,
  connectionString: string,
  { publicChange }: Listening,
): Promise<Beat> {
  const asked = client ?? newClient(connectionString).on('notification', publicChange)
  try {
    if (client) await asked.query('SELECT 1')
    else await listen(asked, publicChange)
    return { lives: true, client: asked }
  } catch (fault) {
    asked.connection.stream.destroy()
    return { lives: isWordOfTheServer(fault), client: undefined }
  }
}

/** Of what was told while there was no connection nothing is known. */
async function listen(client: pg.Client, publicChange: () => void): Promise<void> {
  await client.connect()
  await listenForChanges(client)
  publicChange()
}

/** A server that has no connection left for us, or refuses us, lives and may still serve the others. */
function isWordOfTheServer(fault: unknown): boolean {
  return fault instanceof pg.DatabaseError && !GOING_AWAY.test(fault.code ?? '')
}

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'stampus pulse',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  // What is lost is noticed by the next question.
  client.on('error', () => {})
  return client
}

const CHANNEL = 'stampus_public'

/** Tells every replica, once the transaction has committed, that what everybody is shown has changed. */
export async function notifyPublicChange(tx: Queryable): Promise<void> {
  await tx.query({ text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, ''] })
}

/** From then on this connection hears of such changes. */
export async function listenForChanges(connection: Queryable): Promise<void> {
  await connection.query(`LISTEN ${CHANNEL}`)
}
