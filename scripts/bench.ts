import { buildIfNeeded } from './support/apps.ts'
import { endWithParent, run } from './support/run.ts'

/**
 * `npm run bench`: measures performance. `--full` adds two million rows, `--pages` measures only pages, `--smoke` only checks
 * that it runs, `--write` writes the tables into the docs.
 */
endWithParent()
// The first start is measured with the template database of this code.
await buildIfNeeded()
const { code } = await run(process.execPath, ['bench/main.ts', ...process.argv.slice(2)])
process.exitCode = code
