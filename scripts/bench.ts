import { buildIfNeeded } from './support/apps.ts'
import { endWithParent, run } from './support/run.ts'

/**
 * `--full` adds two million rows, `--rows=N` plays all calls on N receipts, `--pages` measures pages, `--smoke` checks
 * that it runs, `--write` writes them.
 */
endWithParent()
// The first start is measured with the template database of this code.
await buildIfNeeded()
const { code } = await run(process.execPath, ['bench/main.ts', ...process.argv.slice(2)])
process.exitCode = code
