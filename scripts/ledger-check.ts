import { findSettlementErrors } from '../server/domains/settlement/settlement-check.store.ts'
import { findLedgerErrors } from '../server/domains/wallet/ledger-check.store.ts'
import { runCommand, withDatabase } from './support/command.ts'

await runCommand({
  help: `Checks that every approved submission is credited exactly once and nothing else is, and that statements bill what was
handed over. Prints each error and exits 1.`,
  work: async () => {
    const find = [findLedgerErrors, findSettlementErrors]
    const errors = await withDatabase(async ({ pool }) => (await Promise.all(find.map((one) => one(pool)))).flat())
    if (errors.length > 0) process.exitCode = 1
    return errors.length > 0 ? errors.join('\n') : 'The ledger agrees with every decision.'
  },
})
