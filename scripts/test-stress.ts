import { buildIfNeeded } from './support/apps.ts'
import { endWithParent } from './support/run.ts'
import { runJourneys, runParts, runVitest, testEnvironment } from './support/runners.ts'
import { add, close } from './support/tally.ts'

endWithParent()

/** `npm run test:stress`. `--full` repeats each attack as often as docs/reliability.md says. */
const profile = process.argv.includes('--full') ? 'full' : 'short'
const env = { ...testEnvironment(), STAMPUS_PROFILE: profile }

await buildIfNeeded()
const alone = await runProject('alone', 'Stress and security, one at a time')
// The longest tests mostly wait. With `--full` nothing runs beside them, because their figures are published.
const rest = profile === 'full' ? [await runLong(), await runOthers()] : await Promise.all([runLong(), runOthers()])
close('test-stress', rest.reduce(add, alone))

function runLong() {
  return runProject('long', 'Stress and security, the longest')
}

async function runOthers() {
  const injection = () => runJourneys('tests/security/journeys.config.ts', env)
  const inBrowser = await runParts({ 'Script injection in the browser': injection })
  return add(inBrowser, await runProject('others', 'Stress and security, the others'))
}

function runProject(project: string, title: string) {
  const args = ['--config=tests/stress/vitest.config.ts', `--project=${project}`]
  return runParts({ [title]: () => runVitest(args, env) })
}
