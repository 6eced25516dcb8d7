import { run } from './support/run.ts'

/** `npm run bench:ocr -- FOLDER`: measures OCR with a folder whose `truth.json` has the true values. */
process.exitCode = (await run('node', ['bench/ocr/main.ts', ...process.argv.slice(2)])).code
