import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { prepareSchema } from '../server/db/prepare.ts'
import { ledgerFaults } from '../server/wallet/ledger.store.ts'

/** Says whether every approved submission is credited once and nothing else is; exits 1 with each fault in words. */
const config = readConfig()
const db = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
await prepareSchema(db.pool)
const faults = await ledgerFaults(db.pool).finally(() => db.close())
console.log(faults.length > 0 ? faults.join('\n') : 'The ledger agrees with every decision.')
process.exitCode = faults.length > 0 ? 1 : 0
