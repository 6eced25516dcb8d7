// Fills the database of this process's settings with the whole demo, as `npm start` does for the embedded one, and ends.
import { publicPasswords } from '../../../demo/first-start.ts'
import { startHistory } from '../../../demo/history.ts'
import { seedDemo } from '../../../demo/seed.ts'
import { readConfig } from '../../../server/config.ts'
import { openDeps } from '../../../server/deps.ts'
import { seedEarningRule } from '../../../server/domains/wallet/earning-rules/earning-rules.admin.routes.ts'
import { openPreparedDatabase } from '../../../server/platform/db/prepare.ts'
import { registerJobs } from '../../../server/register-jobs.ts'

const config = readConfig(process.env)
const db = await openPreparedDatabase(config)
const deps = await openDeps(config, db)
await seedEarningRule(deps)
await seedDemo(deps, { passwords: publicPasswords() })
await registerJobs(deps)
await startHistory(deps).finished
await deps.jobs.stop()
await db.close()
