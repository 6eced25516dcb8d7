import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** Code injection in a real browser. Requests to other hosts end at a closed port. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: /\.spec\.ts$/,
  outputDir: '../../test-results',
  globalSetup: '../support/browser/prepared-data.ts',
  workers: 2,
  timeout: 180_000,
  use: { ...journeys.use, proxy: { server: 'http://127.0.0.1:1', bypass: '127.0.0.1' } },
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }],
})
