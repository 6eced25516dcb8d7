import { InvalidSettings, readConfig } from './config.ts'
import { UnsuitableServer } from './platform/db/connections/require-sessions.ts'
import { DataDirInUse } from './platform/db/embedded/data-folder-lock.ts'
import { openPreparedDatabase } from './platform/db/prepare.ts'

try {
  const config = readConfig()
  // The database starts while the rest of the server is loaded.
  const [db, { serve }] = await Promise.all([openPreparedDatabase(config), import('./serve.ts')])
  await serve(config, db)
} catch (error) {
  console.error(describe(error))
  process.exit(1)
}

/** A message for errors that a person at the terminal can fix; all others with their stack trace. */
function describe(error: unknown): unknown {
  const isForPerson = [InvalidSettings, DataDirInUse, UnsuitableServer].some((kind) => error instanceof kind)
  if (isForPerson && error instanceof Error) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'This port is taken by another program. Set PORT to another one.'
  return error
}
