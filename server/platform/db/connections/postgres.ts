import { EventEmitter } from 'node:events'
import type { Database } from '../database.ts'
import { startHealthCheck } from './health-check.ts'
import { LookupConnection } from './lookup-connection.ts'
import { WatchedPool } from './pool.ts'

const SECOND = 1000
/** A server that lost its role without closing its connections is left after so long. */
const MAX_AGE_SECONDS = 300

export type PostgresLimits = {
  poolSize: number
  connectSeconds: number
  statementSeconds: number
  maxAgeSeconds?: number
}

export function openPostgres(databaseUrl: string, limits: PostgresLimits): Database {
  const connection = {
    connectionString: databaseUrl,
    application_name: 'stampus',
    connectionTimeoutMillis: limits.connectSeconds * SECOND,
    statement_timeout: limits.statementSeconds * SECOND,
    idle_in_transaction_session_timeout: 30 * SECOND,
    keepAlive: true,
  }
  const maxLifetimeSeconds = limits.maxAgeSeconds ?? MAX_AGE_SECONDS
  const pool = new WatchedPool({
    ...connection,
    max: limits.poolSize,
    idleTimeoutMillis: 30 * SECOND,
    maxLifetimeSeconds,
  })
  const lookups = new LookupConnection(connection, maxLifetimeSeconds)
  const changes = new EventEmitter()
  let isChangeMissed = false
  const stopWatching = startHealthCheck(databaseUrl, {
    onHealth: (lost) => {
      pool.setLost(lost)
      lookups.setLost(lost)
    },
    onPublicChange: () => {
      isChangeMissed = !changes.emit('public')
    },
  })
  const close = async () => {
    await stopWatching()
    await lookups.close()
    await pool.end()
  }
  const onPublicChange = (changed: () => void) => {
    changes.on('public', changed)
    if (isChangeMissed) changed()
  }
  return { engine: 'postgres', pool, lookups, died: new Promise(() => {}), onPublicChange, close: once(close) }
}

export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work()
    return running
  }
}
