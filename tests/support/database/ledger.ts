import { afterEach, expect } from 'vitest'
import { findSettlementErrors } from '../../../server/domains/settlement/settlement-check.store.ts'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { findBalance } from '../../../server/domains/wallet/wallet.store.ts'
import type { TestApp } from '../server/app.ts'

/** Checks the ledger and what is paid for after each test of the calling file. Returns a function for the balance of a member. */
export function checkedLedger(server: Pick<TestApp, 'deps'>): (userId: number) => Promise<number> {
  afterEach(async () => {
    const { pool } = server.deps.db
    expect([await findLedgerErrors(pool), await findSettlementErrors(pool)]).toEqual([[], []])
  })
  return (userId) => findBalance(server.deps.db.pool, userId)
}
