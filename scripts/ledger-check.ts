import { readConfig } from '../server/config.ts'
import { findLedgerErrors } from '../server/domains/wallet/ledger-check.store.ts'
import { DataDirInUse } from '../server/platform/db/embedded/data-folder-lock.ts'
import { openPreparedDatabase } from '../server/platform/db/prepare.ts'

/** Checks that every approved submission is credited exactly once and nothing else is. Prints each error and exits 1. */
try {
  await check()
} catch (error) {
  if (!(error instanceof DataDirInUse)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function check(): Promise<void> {
  const db = await openPreparedDatabase(readConfig())
  const errors = await findLedgerErrors(db.pool).finally(() => db.close())
  console.log(errors.length > 0 ? errors.join('\n') : 'The ledger agrees with every decision.')
  if (errors.length > 0) process.exitCode = 1
}
