import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Queryable } from './database.ts'

type Scope = { pool: pg.Pool; open: boolean }

const scopes = new AsyncLocalStorage<Scope>()

/**
 * Runs `work` in one transaction on a connection of its own and commits; any error rolls back and is thrown on.
 * Everything inside must go through the connection handed in: the pool refuses until the transaction has ended.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const scope: Scope = { pool, open: true }
  try {
    const result = await scopes.run(scope, () => commit(client, work))
    scope.open = false
    client.release()
    return result
  } catch (error) {
    scope.open = false
    client.release(await rollbackFault(client))
    throw error
  }
}

/** Runs `work`, answers its result and takes back all that it wrote; an error is thrown on, and the transaction is over. */
export async function dryRun<Result>(tx: Queryable, work: () => Promise<Result>): Promise<Result> {
  await tx.query('SAVEPOINT dry_run')
  const result = await work()
  await tx.query('ROLLBACK TO SAVEPOINT dry_run')
  return result
}

/** The error for asking the pool for a connection inside a transaction: with one connection it would wait forever. */
export function nestedUseError(pool: pg.Pool): Error | undefined {
  const scope = scopes.getStore()
  if (!scope?.open || scope.pool !== pool) return undefined
  return new Error('A transaction is open here: query through its own connection, not through the pool')
}

async function commit<Result>(client: pg.PoolClient, work: (tx: pg.PoolClient) => Promise<Result>): Promise<Result> {
  await client.query('BEGIN')
  const result = await work(client)
  // After a failed statement whose error was swallowed, COMMIT succeeds by rolling back.
  const { command } = await client.query('COMMIT')
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed')
  return result
}

async function rollbackFault(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
