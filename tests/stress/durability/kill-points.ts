import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import type pg from 'pg'
import { parseStatement, watchQueries } from '../support/queries.ts'

/*
 * Loaded into the server under test before its own code (`node --import`). The server is killed as by SIGKILL when it
 * reaches a named point, and an injected fault is active where one is set. So the product needs no code for either.
 */

/**
 * What is written in one transaction: a receipt, a claim, a hand-over in one of the ways, or a late entry that waits
 * for a manager.
 */
export type Work =
  | 'receipt'
  | 'claim'
  | 'hand-over'
  | 'counter hand-over'
  | 'offline hand-over'
  | 'late hand-over'
  | 'waiting entry'
/** Points at which the server can be killed: on the way of an upload, and in each such transaction. */
export type KillPoint = 'file written' | 'renamed' | `${Work} ${'recorded' | 'before commit' | 'after commit'}`
/** A fault that the harness must notice. */
export type InjectedFault =
  | 'answered before commit'
  | 'renamed after commit'
  | 'key not stored'
  | 'files not recorded'
  | 'not synced'
  | 'stock taken apart'
  | 'claim not found by its key'
  | 'hand-over not found by its key'

const point = process.env.STAMPUS_KILL_AT
const injected = process.env.STAMPUS_INJECTED_FAULT
let passed = Number(process.env.STAMPUS_KILL_AFTER ?? 0)

if (isMainThread) {
  watchFiles()
  watchQueries(onQuery)
  subscribe('http.server.request.start', (message) => {
    currentResponse.enterWith((message as { response: ServerResponse }).response)
  })
}

/** Kills the server if this is the point, and it was passed often enough. */
function reach(at: KillPoint): void {
  if (at !== point) return
  if (passed === 0) process.kill(process.pid, 'SIGKILL')
  passed -= 1
}

const postponedRenames: (() => Promise<void>)[] = []

function watchFiles(): void {
  const { createWriteStream, promises } = fs
  const { rename, open } = promises
  const written: typeof createWriteStream = (path, options) =>
    createWriteStream(path, options).once('finish', () => reach('file written'))
  const renamed: typeof rename = async (from, to) => {
    if (injected === 'renamed after commit') return void postponedRenames.push(() => rename(from, to))
    await rename(from, to)
    reach('renamed')
  }
  const opened: typeof open = async (...given) => {
    const file = await open(...given)
    return injected === 'not synced' ? Object.assign(file, { sync: async () => {} }) : file
  }
  fs.createWriteStream = written
  Object.assign(promises, { rename: renamed, open: opened })
  syncBuiltinESMExports()
}

const currentResponse = new AsyncLocalStorage<ServerResponse>()
/** What a connection has written and not yet committed, with the id of its row. */
const recorded = new WeakMap<pg.Client, { work: Work; id: number | undefined }>()

type Send = (asked: unknown) => Promise<unknown>
type Statement = { name?: string; text: string; values: unknown[] }

async function onQuery(client: pg.Client, sent: unknown, send: Send): Promise<unknown> {
  const { name, text } = parseStatement(sent)
  const { values = [] } = Object(sent) as { values?: unknown[] }
  if (text === 'COMMIT' && recorded.has(client)) return commit(client, () => send(sent))
  if (text === 'ROLLBACK') recorded.delete(client)
  const statement = { ...(name && { name }), text, values }
  const work = workOf(statement)
  const result = await sendWithFault(client, statement, sent, send)
  if (work) {
    const [row = []] = (result as pg.QueryArrayResult<unknown[]>).rows
    recorded.set(client, { work, id: name === 'submissions.insert' ? Number(row[0]) : undefined })
    reach(`${work} recorded`)
  }
  return result
}

/** A hand-over by the way that its event names. */
const HAND_OVERS: Record<string, Work> = {
  desk: 'hand-over',
  counter: 'counter hand-over',
  offline: 'offline hand-over',
  late: 'late hand-over',
}

function workOf({ name, text, values }: Statement): Work | undefined {
  if (name === 'submissions.insert') return 'receipt'
  if (name === 'claims.make') return 'claim'
  if (text.startsWith('INSERT INTO late_hand_overs')) return 'waiting entry'
  return name === 'vouchers.event' && values[1] === 'used' ? HAND_OVERS[String(values[2])] : undefined
}

async function sendWithFault(client: pg.Client, statement: Statement, sent: unknown, send: Send): Promise<unknown> {
  const { name, text } = statement
  const isFault = (fault: InjectedFault) => injected === fault
  if (name === 'keys.finish' && isFault('key not stored')) return { rowCount: 1 }
  if (text.startsWith('INSERT INTO discarded_files') && isFault('files not recorded'))
    return send({ ...Object(sent), text: 'SELECT $1::text[], $2::timestamptz' })
  if (name === 'claims.make' && isFault('stock taken apart')) return takeApart(client, statement, send)
  const result = (await send(sent)) as pg.QueryArrayResult<unknown[]>
  if (name === 'claims.facts' && isFault('claim not found by its key')) {
    const at = result.fields.findIndex((field) => field.name === 'repeated')
    for (const row of result.rows) row[at] = null
  }
  if (name === 'vouchers.hand-over-request' && isFault('hand-over not found by its key')) result.rows = []
  return result
}

/** Takes one from the stock in a transaction of its own, and then makes the rest of the claim. */
async function takeApart(client: pg.Client, { name, text, values }: Statement, send: Send) {
  await send({ text: 'UPDATE rewards SET taken = taken + 1 WHERE id = $1', values: [values[1]] })
  for (const each of ['COMMIT', 'BEGIN']) await send(each)
  recorded.set(client, { work: 'claim', id: undefined })
  reach('claim recorded')
  const rest = text.replace('SET taken = taken + 1', 'SET taken = taken')
  return send({ name: `${name}.apart`, text: rest, values, rowMode: 'array' })
}

async function commit(client: pg.Client, send: () => Promise<unknown>): Promise<unknown> {
  const { work = 'receipt', id } = recorded.get(client) ?? {}
  if (injected === 'answered before commit' && work !== 'claim') await answer(work === 'receipt' ? { id } : {})
  reach(`${work} before commit`)
  const result = await send()
  recorded.delete(client)
  reach(`${work} after commit`)
  for (const rename of postponedRenames.splice(0)) await rename()
  return result
}

/** Sends an answer to the current request at once. */
async function answer(data: { id?: number | undefined }): Promise<void> {
  const response = currentResponse.getStore()
  if (!response) throw new Error('No response is in progress')
  const sent = once(response, 'finish')
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  await sent
}
