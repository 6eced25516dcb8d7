import { exitWithParent } from '../server/platform/lifecycle/exit-with-parent.ts'
import { buildIfNeeded } from './support/apps.ts'
import { windows } from './support/root.mjs'
import { runJourneys, runParts, runVitest, testEnvironment } from './support/runners.ts'
import { close } from './support/tally.ts'

exitWithParent(() => process.kill(windows ? process.pid : -process.pid, 'SIGTERM'))

/** `npm run test:stress`. `--full` repeats each attack as often as docs/reliability.md says. */
const env = { ...testEnvironment(), STAMPUS_PROFILE: process.argv.includes('--full') ? 'full' : 'short' }

await buildIfNeeded()
const tally = await runParts({
  'Stress and security': () => runVitest(['--config=tests/stress/vitest.config.ts'], env),
  'Script injection in the browser': () => runJourneys('tests/security/journeys.config.ts', env),
})
close(tally)
