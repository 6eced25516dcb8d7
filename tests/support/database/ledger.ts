import { afterEach, expect } from 'vitest'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { findBalance } from '../../../server/domains/wallet/wallet.store.ts'
import type { TestApp } from '../server/app.ts'

/** Checks the ledger after each test of the calling file. Returns a function for the balance of a member. */
export function checkedLedger(server: Pick<TestApp, 'deps'>): (userId: number) => Promise<number> {
  afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))
  return (userId) => findBalance(server.deps.db.pool, userId)
}
