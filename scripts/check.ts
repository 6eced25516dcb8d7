import { runChecks } from './support/checks.ts'
import { closingLine } from './support/tally.ts'

const tally = await runChecks()
console.log(closingLine(tally))
if (tally.failed > 0) process.exitCode = 1
