import { endWithParent } from '../server/parent.ts'
import { buildIfNeeded } from './apps.ts'
import { close } from './close.ts'
import { runParts, testEnvironment } from './parts.ts'
import { windows } from './root.mjs'
import { runJourneys, runVitest } from './runners.ts'

endWithParent(() => process.kill(windows ? process.pid : -process.pid, 'SIGTERM'))

/** `--full` strikes as often and as long as docs/trust.md says. */
const env = { ...testEnvironment(), STAMPUS_PROFILE: process.argv.includes('--full') ? 'full' : 'short' }

await buildIfNeeded()
const tally = await runParts({
  'What harm may come': () => runVitest(['--config=tests/trust/vitest.config.ts'], env),
  'What is smuggled into pages': () => runJourneys('tests/trust/journeys.config.ts', env),
})
close(tally)
