import { exitWithParent } from '../server/platform/lifecycle/exit-with-parent.ts'
import { buildIfNeeded } from './support/apps.ts'
import { windows } from './support/root.mjs'
import { run } from './support/run.ts'

/**
 * `npm run bench`: measures performance. `--full` adds two million rows, `--pages` measures only pages, `--smoke` only checks
 * that it runs, `--write` writes the tables into the docs.
 */
exitWithParent(() => process.kill(windows ? process.pid : -process.pid, 'SIGTERM'))
// The first start is measured with the template database of this code.
await buildIfNeeded()
const { code } = await run(process.execPath, ['bench/main.ts', ...process.argv.slice(2)])
process.exitCode = code
