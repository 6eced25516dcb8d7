import { isMainThread } from 'node:worker_threads'
import type pg from 'pg'
import { parseStatement, watchQueries } from '../support/queries.ts'
import { answer, reach } from './kill-points.ts'

/* Loaded into the server under test before its own code, as kill-points.ts is. */

/** A fault that the harness must notice. */
export type VoucherFault = 'stock taken apart' | 'hand-over answered before commit' | 'claim not found by its key'

const injected = process.env.STAMPUS_INJECTED_FAULT
type Work = 'claim' | 'hand-over'
/** What a connection has written and not yet committed. */
const written = new WeakMap<pg.Client, Work>()

if (isMainThread) watchQueries(onQuery)

async function onQuery(
  client: pg.Client,
  statement: unknown,
  send: (asked: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { name, text } = parseStatement(statement)
  const { values = [] } = Object(statement) as { values?: unknown[] }
  const work = written.get(client)
  if (text === 'COMMIT' && work) return commit(client, work, () => send(statement))
  if (name === 'claims.make' && injected === 'stock taken apart') return takeApart(client, statement, send)
  const result = await send(statement)
  if (name === 'claims.facts' && injected === 'claim not found by its key') forgetRepeated(result)
  if (name === 'claims.make') {
    written.set(client, 'claim')
    reach('stamps taken')
  }
  if (name === 'vouchers.event' && values[1] === 'used') {
    written.set(client, 'hand-over')
    reach('hand-over recorded')
  }
  if (text === 'ROLLBACK') written.delete(client)
  return result
}

/** Takes one from the stock in a transaction of its own, and then makes the rest of the claim. */
async function takeApart(client: pg.Client, statement: unknown, send: (asked: unknown) => Promise<unknown>) {
  const { values } = Object(statement) as { values: unknown[] }
  await send({ text: 'UPDATE rewards SET taken = taken + 1 WHERE id = $1', values: [values[1]] })
  for (const each of ['COMMIT', 'BEGIN']) await send(each)
  written.set(client, 'claim')
  reach('stamps taken')
  const { name, text } = parseStatement(statement)
  const rest = text.replace('SET taken = taken + 1', 'SET taken = taken')
  return send({ ...Object(statement), name: `${name}.apart`, text: rest })
}

function forgetRepeated(result: unknown): void {
  const { rows } = result as { rows: { repeated: unknown }[] }
  for (const row of rows) row.repeated = null
}

async function commit(client: pg.Client, work: Work, send: () => Promise<unknown>): Promise<unknown> {
  if (work === 'hand-over' && injected === 'hand-over answered before commit') await answer(200, {})
  reach(`${work} before commit`)
  const result = await send()
  written.delete(client)
  reach(`${work} after commit`)
  return result
}
