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

/** Points on the way from an upload to its 201 at which the server can be killed, in order. */
export type KillPoint = 'file written' | 'renamed' | 'row inserted' | 'before commit' | 'after commit'
/** What is written in one transaction: a claim, a hand-over in one of the ways, or a late entry that waits for a manager. */
export type VoucherWork =
  | 'claim'
  | 'hand-over'
  | 'counter hand-over'
  | 'offline hand-over'
  | 'late hand-over'
  | 'waiting entry'
/** Points in such a transaction. */
export type VoucherKillPoint =
  | 'stamps taken'
  | `${Exclude<VoucherWork, 'claim'>} recorded`
  | `${VoucherWork} ${'before' | 'after'} commit`
/** A fault that the harness must notice. */
export type InjectedFault =
  | 'answered before commit'
  | 'renamed after commit'
  | 'key not stored'
  | 'files not recorded'
  | 'not synced'

const point = process.env.STAMPUS_KILL_AT
const injected = process.env.STAMPUS_INJECTED_FAULT
let passed = Number(process.env.STAMPUS_KILL_AFTER ?? 0)

if (isMainThread) {
  watchFiles()
  watchDatabase()
}

/** Kills the server if this is the point, and it was passed often enough. */
export function reach(at: KillPoint | VoucherKillPoint): void {
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

function watchDatabase(): void {
  watchQueries(onQuery)
  subscribe('http.server.request.start', (message) => {
    currentResponse.enterWith((message as { response: ServerResponse }).response)
  })
}

const currentResponse = new AsyncLocalStorage<ServerResponse>()
/** The submission that a connection has inserted and not yet committed. */
const inserted = new WeakMap<pg.Client, number>()

function onQuery(client: pg.Client, statement: unknown, send: (asked: unknown) => Promise<unknown>): Promise<unknown> {
  const { name, text } = parseStatement(statement)
  if (name === 'submissions.insert') return insert(client, () => send(statement))
  if (text === 'COMMIT' && inserted.has(client)) return commit(client, () => send(statement))
  if (name === 'keys.finish' && injected === 'key not stored') return Promise.resolve({ rowCount: 1 })
  if (text.startsWith('INSERT INTO discarded_files') && injected === 'files not recorded')
    return send({ ...Object(statement), text: 'SELECT $1::text[], $2::timestamptz' })
  return send(statement)
}

async function insert(client: pg.Client, send: () => Promise<unknown>): Promise<unknown> {
  const result = (await send()) as pg.QueryResult<{ id: number }>
  inserted.set(client, result.rows[0]?.id ?? 0)
  reach('row inserted')
  return result
}

async function commit(client: pg.Client, send: () => Promise<unknown>): Promise<unknown> {
  if (injected === 'answered before commit') await answer(201, { id: inserted.get(client) })
  reach('before commit')
  const result = await send()
  inserted.delete(client)
  reach('after commit')
  for (const work of postponedRenames.splice(0)) await work()
  return result
}

/** Sends an answer to the current request at once. */
export async function answer(status: number, data: object): Promise<void> {
  const response = currentResponse.getStore()
  if (!response) throw new Error('No response is in progress')
  const sent = once(response, 'finish')
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  await sent
}
