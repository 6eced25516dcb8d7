import { findAllErrors } from '../server/domains/settlement/settlement-check.store.ts'
import { runCommand, withDatabase } from './support/command.ts'

await runCommand({
  help: `Checks that every approved submission is credited exactly once and nothing else is, and that statements bill what was
handed over. Prints each error and exits 1.`,
  work: async () => {
    const errors = await withDatabase(({ pool }) => findAllErrors(pool))
    if (errors.length > 0) process.exitCode = 1
    return errors.length > 0 ? errors.join('\n') : 'The ledger agrees with every decision.'
  },
})
