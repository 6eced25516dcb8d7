import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DatabaseFolder } from './embedded-folder.ts'
import { unpackTemplate } from './template-database.ts'
import { query, sync, welcome } from './wire.ts'

export type Start = { folder: string; template?: string | undefined }
/** Without a batch: start this session and end any other. Batches of an earlier session are dropped. */
export type Request = { session: number; batch?: Uint8Array } | 'stop'
export type Answer = { session: number; bytes: Uint8Array }

type Loop = { _PostgresMainLoopOnce(): void }

// The engine has no fdatasync, PostgreSQL's default for its log; embedded-folder.ts provides fsync.
const settings = ['wal_sync_method=fsync', 'shared_buffers=16MB'].flatMap((setting) => ['-c', setting])

/** The exit status that the engine throws after a failed statement. */
const sqlError = 100

const lastErrors: string[] = []

const { folder, template }: Start = workerData
if (template !== undefined) await unpackTemplate(template, folder)
const engine = await startPglite()
stopOnCrash(engine.Module as unknown as Loop)
let current = 0

parentPort?.on('message', (request: Request) => {
  if (request === 'stop') void stop()
  else if (!request.batch) begin(request.session)
  else if (request.session === current) reply(request.session, run(request.batch))
})
parentPort?.postMessage('ready')

async function startPglite(): Promise<PGlite> {
  try {
    return await PGlite.create({
      fs: new DatabaseFolder(folder),
      extensions: { pg_trgm },
      initDbStartParams: ['--wal-segsize=1', '--no-sync', '--no-instructions'],
      startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), ...settings],
      onStderr: (line) => lastErrors.splice(0, lastErrors.push(line) - 3).length > 0,
    })
  } catch (error) {
    throw new Error(`The embedded database in ${folder} does not start. ${lastErrors.join(' ')}`, { cause: error })
  }
}

// After any other exception than an SQL error PGlite would loop on a broken session, so the worker stops.
function stopOnCrash(module: Loop): void {
  const runOnce = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (thrown) {
      if (!isHandled(thrown)) stopNow(thrown)
      throw thrown
    }
  }
}

function isHandled(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown && thrown.status === sqlError
}

function stopNow(thrown: unknown): never {
  console.error('The embedded database has stopped.', ...lastErrors, thrown)
  process.exit(1)
}

function begin(session: number): void {
  current = session
  run(sync)
  if (engine.isInTransaction()) run(query('ROLLBACK'))
  run(query('DISCARD ALL'))
  reply(session, welcome)
}

function run(batch: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = []
  // Synchronous; the promise only carries an error, which ends this worker.
  void engine.execProtocolRawStream(batch, { syncToFs: false, onRawData: (bytes) => chunks.push(bytes.slice()) })
  return Buffer.concat(chunks)
}

function reply(session: number, bytes: Uint8Array): void {
  parentPort?.postMessage({ session, bytes } satisfies Answer)
}

async function stop(): Promise<void> {
  await engine.close()
  process.exit()
}
