import { runChecks } from './support/checks.ts'
import { formatCounts } from './support/tally.ts'

const tally = await runChecks()
console.log(formatCounts(tally))
if (tally.failed > 0) process.exitCode = 1
