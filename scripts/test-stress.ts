import { exitWithParent } from '../server/platform/lifecycle/exit-with-parent.ts'
import { buildIfNeeded } from './support/apps.ts'
import { windows } from './support/root.mjs'
import { runJourneys, runParts, runVitest, testEnvironment } from './support/runners.ts'
import { add, close } from './support/tally.ts'

exitWithParent(() => process.kill(windows ? process.pid : -process.pid, 'SIGTERM'))

/** `npm run test:stress`. `--full` repeats each attack as often as docs/reliability.md says. */
const profile = process.argv.includes('--full') ? 'full' : 'short'
const env = { ...testEnvironment(), STAMPUS_PROFILE: profile }

await buildIfNeeded()
const alone = await runProject('alone', 'Stress and security, one at a time')
// The longest tests mostly wait. With `--full` nothing runs beside them, because their figures are published.
const beside =
  profile === 'full' ? [await runLong(), await runInjection()] : await Promise.all([runLong(), runInjection()])
const others = await runProject('others', 'Stress and security, the others')
close([...beside, others].reduce(add, alone))

function runLong() {
  return runProject('long', 'Stress and security, the longest')
}

function runInjection() {
  const journeys = () => runJourneys('tests/security/journeys.config.ts', env)
  return runParts({ 'Script injection in the browser': journeys })
}

function runProject(project: string, title: string) {
  const args = ['--config=tests/stress/vitest.config.ts', `--project=${project}`]
  return runParts({ [title]: () => runVitest(args, env) })
}
