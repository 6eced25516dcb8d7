import { isMainThread } from 'node:worker_threads'
import type pg from 'pg'
import { parseStatement, watchQueries } from '../support/queries.ts'
import { answer, reach, type VoucherWork } from './kill-points.ts'

/* Loaded into the server under test before its own code, as kill-points.ts is. */

/** A fault that the harness must notice. */
export type VoucherFault =
  | 'stock taken apart'
  | 'hand-over answered before commit'
  | 'claim not found by its key'
  | 'hand-over not found by its key'

const injected = process.env.STAMPUS_INJECTED_FAULT
/** A hand-over by the way that its event names. */
const HAND_OVERS: Record<string, Exclude<VoucherWork, 'claim' | 'waiting entry'>> = {
  desk: 'hand-over',
  counter: 'counter hand-over',
  offline: 'offline hand-over',
  late: 'late hand-over',
}
/** What a connection has written and not yet committed. */
const written = new WeakMap<pg.Client, VoucherWork>()

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
  if (name === 'vouchers.hand-over-request' && injected === 'hand-over not found by its key') forgetRows(result)
  const handOver = name === 'vouchers.event' && values[1] === 'used' && HAND_OVERS[String(values[2])]
  const recorded = text.startsWith('INSERT INTO late_hand_overs') ? 'waiting entry' : handOver
  if (recorded) {
    written.set(client, recorded)
    reach(`${recorded} recorded`)
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

function forgetRows(result: unknown): void {
  Object.assign(result as object, { rows: [] })
}

async function commit(client: pg.Client, work: VoucherWork, send: () => Promise<unknown>): Promise<unknown> {
  if (work !== 'claim' && injected === 'hand-over answered before commit') await answer(200, {})
  reach(`${work} before commit`)
  const result = await send()
  written.delete(client)
  reach(`${work} after commit`)
  return result
}
