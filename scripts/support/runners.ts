import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { readPlaywright, readVitest } from './reports.ts'
import { run } from './run.ts'
import type { Tally } from './tally.ts'

export const noBrowser =
  'The tests need Chromium, and this machine neither has one nor could get one: set CHROMIUM_PATH.'

/** Runs vitest with these words; answers what its tests came to. */
export function runVitest(words: string[], env: NodeJS.ProcessEnv): Promise<Tally> {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await run('vitest', ['run', ...words, ...reporters], { env })
    return readVitest(report, code)
  })
}

/** Runs the journeys of a Playwright configuration; answers what they came to. */
export async function runJourneys(config: string, env: NodeJS.ProcessEnv): Promise<Tally> {
  const chromium = await findBrowser()
  if (chromium === undefined) throw new Error(noBrowser)
  return withReport(async (report) => {
    const words = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const args = ['test', `--config=${config}`, '--reporter=list,json']
    const { code } = await run('playwright', args, { env: { ...env, ...words } })
    return readPlaywright(report, code)
  })
}

async function withReport(read: (report: string) => Promise<Tally>): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-report-'))
  try {
    return await read(join(folder, 'report.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
