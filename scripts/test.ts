import { exitWithParent } from '../server/platform/lifecycle/exit-with-parent.ts'
import { buildIfNeeded } from './support/apps.ts'
import { findBrowser } from './support/browser.ts'
import { runChecks } from './support/checks.ts'
import { close } from './support/close.ts'
import { runParts, testEnvironment } from './support/parts.ts'
import { missingPostgres } from './support/postgres.ts'
import { windows } from './support/root.mjs'
import { run } from './support/run.ts'
import { noBrowser, runJourneys, runVitest } from './support/runners.ts'
import { add, oneFailed, onePassed, type Tally } from './support/tally.ts'

exitWithParent(() => process.kill(windows ? process.pid : -process.pid, 'SIGTERM'))

/** Found before anything runs, for it may take a minute to get one. */
const browser = await findBrowser()
const tally = browser === undefined ? oneFailed(noBrowser) : await runAll()
close(tally)

function runAll(): Promise<Tally> {
  return runParts({
    'Types, lint, unused code, structure': runChecks,
    Build: buildApps,
    'The bench, briefly': runBench,
    'Server, contract, browser code': runServer,
    'Browser journeys': () => runJourneys('tests/playwright.config.ts', testEnvironment()),
  })
}

async function buildApps(): Promise<Tally> {
  await buildIfNeeded()
  return onePassed
}

/** The checks have run the structure tests. */
async function runServer(): Promise<Tally> {
  return add(await runVitest(['--project=!structure'], testEnvironment()), missingPostgres())
}

/** That it runs and is answered rightly; how fast, no test says. */
async function runBench(): Promise<Tally> {
  const { code, output } = await run(process.execPath, ['bench/main.ts', '--smoke'], { quiet: true })
  if (code !== 0) console.log(output)
  return code === 0 ? onePassed : oneFailed('npm run bench -- --smoke')
}
