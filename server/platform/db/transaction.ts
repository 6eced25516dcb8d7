import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import type pg from 'pg'
import type { Queryable } from './database.ts'

export const COMMIT_WITHIN_MS = 10_000

type Scope = { pool: pg.Pool; open: boolean }

const scopes = new AsyncLocalStorage<Scope>()

/** `save` stores what a transaction returns before its COMMIT, and throws if that is stored already; `find` reads it. */
export type StepRecord = {
  save: (tx: Queryable, result: unknown) => Promise<void>
  find: (tx: Queryable) => Promise<{ result: unknown } | undefined>
}

const records = new AsyncLocalStorage<() => StepRecord | undefined>()

/** Runs `work`; `next` is asked for the record of each of its transactions, in their order. */
export const withStepRecords = <Result>(next: () => StepRecord | undefined, work: () => Promise<Result>) =>
  records.run(next, work)

/**
 * One transaction on its own connection; any error rolls back. `work` must use that connection: the pool throws. Where a
 * repeated request fails, or would do it twice, this returns what the first one did.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<Result>,
  commitWithinMs = COMMIT_WITHIN_MS,
): Promise<Result> {
  const record = records.getStore()?.()
  const client = await pool.connect()
  const scope: Scope = { pool, open: true }
  try {
    const result = await scopes.run(scope, () => runAndCommit(client, work, { commitWithinMs, record }))
    scope.open = false
    client.release()
    return result
  } catch (error) {
    scope.open = false
    const failure = await rollback(client)
    const find = async () => (failure ? undefined : record?.find(client))
    const earlier = await find().finally(() => client.release(failure))
    if (earlier) return earlier.result as Result
    throw error
  }
}

/** Rolls back what `work` wrote. After an error the transaction cannot be used any more. */
export async function dryRun<Result>(tx: Queryable, work: () => Promise<Result>): Promise<Result> {
  await tx.query('SAVEPOINT dry_run')
  const result = await work()
  await tx.query('ROLLBACK TO SAVEPOINT dry_run')
  return result
}

/**
 * For checks that come before the transaction with which `work` ends. Where they fail for a repeated request, this
 * returns what the transaction of the first one did.
 */
export async function orEarlierResult<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  const record = records.getStore()?.()
  if (!record) return work()
  // A repeat has its result from the transaction already, so what fails after that failed the first time too.
  let isReached = false
  const save: StepRecord['save'] = (tx, result) => {
    isReached = true
    return record.save(tx, result)
  }
  try {
    return await records.run(() => ({ ...record, save }), work)
  } catch (error) {
    const earlier = isReached ? undefined : await record.find(pool)
    if (earlier) return earlier.result as Result
    throw error
  }
}

/** With a single connection, using the pool inside a transaction would wait forever. */
export function nestedUseError(pool: pg.Pool): Error | undefined {
  const scope = scopes.getStore()
  if (!scope?.open || scope.pool !== pool) return undefined
  return new Error('A transaction is open here: query through its own connection, not through the pool')
}

async function runAndCommit<Result>(
  client: pg.PoolClient,
  work: (tx: pg.PoolClient) => Promise<Result>,
  { commitWithinMs, record }: { commitWithinMs: number; record: StepRecord | undefined },
): Promise<Result> {
  await client.query('BEGIN')
  const result = await work(client)
  await record?.save(client, result)
  // If the error of a failed statement was swallowed, COMMIT rolls back without an error.
  const { command } = await commit(client, commitWithinMs)
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed')
  return result
}

/** A wait for a standby has no time-out in PostgreSQL, and cancelling it commits: only closing leaves it open. */
async function commit(client: pg.PoolClient, withinMs: number): Promise<pg.QueryResult> {
  const { stream } = client.connection
  const close = () =>
    stream.destroy(Object.assign(new Error('COMMIT waits too long for a standby'), { code: 'ETIMEDOUT' }))
  const late = stream instanceof Socket ? setTimeout(close, withinMs) : undefined
  try {
    return await client.query('COMMIT')
  } finally {
    clearTimeout(late)
  }
}

async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
