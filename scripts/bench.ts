import { exitWithParent } from '../server/platform/lifecycle/exit-with-parent.ts'
import { windows } from './support/root.mjs'
import { run } from './support/run.ts'

/** Measures what is fast and what is not; `--full` adds two million rows, `--pages` measures the pages alone, `--smoke` only sees that it runs, `--write` keeps the tables. */
exitWithParent(() => process.kill(windows ? process.pid : -process.pid, 'SIGTERM'))
const { code } = await run(process.execPath, ['bench/main.ts', ...process.argv.slice(2)])
process.exitCode = code
