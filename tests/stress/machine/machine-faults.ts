import fs, { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import workers, { isMainThread, Worker, type WorkerOptions } from 'node:worker_threads'
import type pg from 'pg'
import { parseStatement, watchQueries } from '../support/queries.ts'

/*
 * Loaded into the server under test before its own code, like kill-points.ts: faults of the machine that cannot be
 * caused from outside.
 */

/**
 * `the disk is full`: while the file `full` is in the data folder. `own clock`: the server does not ask the database
 * for the time.
 */
export type MachineFault = 'the thread is ended' | 'the disk is full' | 'own clock'

const fault = process.env.STAMPUS_MACHINE_FAULT
const ahead = Number(process.env.STAMPUS_CLOCK_OFFSET_MS ?? 0)
const databaseAhead = Number(process.env.STAMPUS_DATABASE_CLOCK_OFFSET_MS ?? 0)

if (isMainThread) {
  if (fault === 'the thread is ended') endFirstDecoder()
  if (fault === 'the disk is full') simulateFullDisk()
  if (ahead !== 0) moveClock()
  if (fault === 'own clock' || databaseAhead > 0) moveDatabaseClock()
}

/** The first thread that decodes a picture is ended once it runs. */
function endFirstDecoder(): void {
  let isEnded = false
  workers.Worker = class extends Worker {
    constructor(file: string | URL, options?: WorkerOptions) {
      super(file, options)
      if (isEnded || !String(file).endsWith('heic-worker.ts')) return
      isEnded = true
      this.once('online', () => this.terminate())
    }
  }
  syncBuiltinESMExports()
}

function simulateFullDisk(): void {
  const { createWriteStream, promises } = fs
  const { rename } = promises
  const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const isFull = () => existsSync(`${process.env.DATA_DIR}/full`)
  const written: typeof createWriteStream = (path, options) => {
    const stream = createWriteStream(path, options)
    return isFull() ? stream.destroy(noSpace()) : stream
  }
  const renamed: typeof rename = async (from, to) => {
    if (isFull()) throw noSpace()
    await rename(from, to)
  }
  fs.createWriteStream = written
  Object.assign(promises, { rename: renamed })
  syncBuiltinESMExports()
}

function moveClock(): void {
  const now = (date: DateConstructor) => date.now() + ahead
  globalThis.Date = new Proxy(Date, {
    construct: (target, given) => (given.length > 0 ? Reflect.construct(target, given) : new target(now(target))),
    get: (target, name) => (name === 'now' ? () => now(target) : Reflect.get(target, name)),
  })
}

function moveDatabaseClock(): void {
  watchQueries((_client: pg.Client, statement, send) => {
    if (!parseStatement(statement).text.includes('clock_timestamp')) return send(statement)
    if (fault === 'own clock') return send({ text: 'SELECT $1::timestamptz AS at', values: [new Date()] })
    return send({
      text: "SELECT clock_timestamp() + $1 * interval '1 millisecond' AS at",
      values: [databaseAhead],
    })
  })
}
