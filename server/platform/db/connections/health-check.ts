import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { errorCodeOf } from '../../errors.ts'
import type { Queryable } from '../database.ts'
import { serverLostError } from './pool.ts'
import { READ_ONLY, requireWritable } from './read-only.ts'

const EVERY_MS = 250
const ANSWERS_WITHIN_MS = 1000
/** A single late answer may be caused by this process itself. */
const MISSES_UNTIL_LOST = 2
/** SQLSTATE of a lost connection, of a standby (on LISTEN), and of a server that stops or starts. */
const GOING_AWAY = /^(08|25006|57P)/

/** `lost`: why the database is away; undefined if it is not. */
type Listeners = { onHealth(lost: Error | undefined): void; onPublicChange(): void }

/** Probes whether the server stores: a frozen one would block every request. Returns a stop function. */
export function startHealthCheck(connectionString: string, listeners: Listeners): () => Promise<void> {
  const stopping = new AbortController()
  const watching = watch(connectionString, listeners, stopping.signal)
  return () => {
    stopping.abort()
    return watching
  }
}

async function watch(connectionString: string, listeners: Listeners, stop: AbortSignal): Promise<void> {
  let client: pg.Client | undefined
  let misses = 0
  while (!stop.aborted) {
    const result = await probe(client, connectionString, listeners)
    client = result.client
    misses = result.lost ? misses + 1 : 0
    if (misses === 0 || misses === MISSES_UNTIL_LOST) listeners.onHealth(result.lost)
    if (misses !== 1) await pause(EVERY_MS, undefined, { signal: stop, ref: false }).catch(() => {})
  }
  await client?.end()
}

async function probe(client: pg.Client | undefined, connectionString: string, { onPublicChange }: Listeners) {
  const current = client ?? newClient(connectionString).on('notification', onPublicChange)
  try {
    if (!client) await current.connect()
    await requireWritable(current)
    if (!client) await listen(current, onPublicChange)
    return { client: current, lost: undefined }
  } catch (error) {
    current.connection.stream.destroy()
    return { client: undefined, lost: isServerReply(error) ? undefined : lostBy(error) }
  }
}

/** Notifications sent without a connection are lost, so a change is assumed. */
async function listen(client: pg.Client, onPublicChange: () => void): Promise<void> {
  await client.query(`LISTEN ${CHANNEL}`)
  onPublicChange()
}

/** A server that rejects this connection is running and may still serve the others. */
const isServerReply = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !GOING_AWAY.test(error.code ?? '')

const lostBy = (error: unknown): Error =>
  error instanceof Error && errorCodeOf(error) === READ_ONLY ? error : serverLostError()

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'stampus pulse',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  // The next probe notices a lost connection.
  client.on('error', () => {})
  return client
}

const CHANNEL = 'stampus_public'

/** Notifies all replicas at the commit that public content has changed. */
export async function notifyPublicChange(tx: Queryable): Promise<void> {
  await tx.query({ text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, ''] })
}
