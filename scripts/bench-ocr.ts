import { run } from './support/run.ts'

/** How well the receipts of a folder are read that holds what is true of them in `truth.json`. */
process.exitCode = (await run('node', ['bench/ocr/main.ts', ...process.argv.slice(2)])).code
