import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** Pictures of every page, by `npm run screens`. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'crawl.ts',
  globalSetup: '../support/browser/prepared-data.ts',
  outputDir: '../../test-results/screens',
  workers: Math.min(availableParallelism(), 4),
  // One test opens a page in all of its states.
  timeout: 300_000,
  reporter: [['dot'], ['./reporter.ts']],
  projects: [{ name: 'screens', use: { contextOptions: { reducedMotion: 'reduce' } } }],
})
