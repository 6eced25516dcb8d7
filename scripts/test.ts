import { buildIfNeeded } from './support/apps.ts'
import { findBrowser } from './support/browser.ts'
import { runChecks } from './support/checks.ts'
import { endWithParent, run } from './support/run.ts'
import { missingPostgres, noBrowser, runJourneys, runParts, runVitest, testEnvironment } from './support/runners.ts'
import { add, close, nothing, oneFailed, onePassed, type Tally } from './support/tally.ts'

endWithParent()

/** First, because a download may take a minute. */
const browser = await findBrowser()
const tally = browser === undefined ? oneFailed(noBrowser) : await runAll()
close('test', tally)

async function runAll(): Promise<Tally> {
  const before = await runParts({ 'Types, lint, unused code, structure': runChecks, Build: buildApps })
  // The server's tests wait for a fifth of their time, and the bench, which takes minutes, only has to run.
  const beside = await Promise.all([
    process.env.CI ? runParts({ 'The bench, briefly': runBench }) : nothing,
    runParts({ 'Server, contract, browser code': runServer }),
  ])
  const journeys = () => runJourneys('tests/playwright.config.ts', testEnvironment())
  return [...beside, await runParts({ 'Browser journeys': journeys })].reduce(add, before)
}

async function buildApps(): Promise<Tally> {
  return { ...onePassed, processor: await buildIfNeeded() }
}

/** Runs Vitest without the structure tests, which are part of the checks. */
async function runServer(): Promise<Tally> {
  return add(await runVitest(['--project=!structure'], testEnvironment()), missingPostgres())
}

/** Runs a short benchmark, only to see that it has no errors. */
async function runBench(): Promise<Tally> {
  const { code, output, processor } = await run(process.execPath, ['bench/main.ts', '--smoke'], { quiet: true })
  if (code !== 0) console.log(output)
  return { ...(code === 0 ? onePassed : oneFailed('npm run bench -- --smoke')), processor }
}
