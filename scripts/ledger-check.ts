import { readConfig } from '../server/config.ts'
import { findAllErrors } from '../server/domains/settlement/settlement-check.store.ts'
import { runCommand, withDatabase } from './support/command.ts'

await runCommand({
  help: `Checks that every approved submission is credited exactly once and nothing else is, and that statements bill what was
handed over. Prints each error and exits 1.`,
  work: async () => {
    const config = readConfig()
    const errors = await withDatabase(({ pool }) => findAllErrors(pool), config)
    if (errors.length > 0) process.exitCode = 1
    if (errors.length > 0) return errors.join('\n')
    // Without settings it would be an empty database, whose ledger is right too.
    const { host, pathname } = new URL(config.DATABASE_URL ?? `file:${config.DATA_DIR}`)
    return `The ledger in ${host}${pathname} agrees with every decision.`
  },
})
