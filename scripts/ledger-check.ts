import { readConfig } from '../server/config.ts'
import { findSettlementErrors } from '../server/domains/settlement/settlement-check.store.ts'
import { findLedgerErrors } from '../server/domains/wallet/ledger-check.store.ts'
import type { Queryable } from '../server/platform/db/database.ts'
import { DataDirInUse } from '../server/platform/db/embedded/data-folder-lock.ts'
import { openPreparedDatabase } from '../server/platform/db/prepare.ts'

/**
 * Checks that every approved submission is credited exactly once and nothing else is, and that statements bill what was handed over.
 * Prints each error and exits 1.
 */
try {
  await check()
} catch (error) {
  if (!(error instanceof DataDirInUse)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function check(): Promise<void> {
  const db = await openPreparedDatabase(readConfig())
  const errors = await findErrors(db.pool).finally(() => db.close())
  console.log(errors.length > 0 ? errors.join('\n') : 'The ledger agrees with every decision.')
  if (errors.length > 0) process.exitCode = 1
}

async function findErrors(pool: Queryable): Promise<string[]> {
  return [...(await findLedgerErrors(pool)), ...(await findSettlementErrors(pool))]
}
