import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import { sharedCertificate } from '../support/browser/shared-environment.ts'
import { chromiumTrusts } from './certificate.ts'

/** Only the workers have it: this file is first read before the environments are started. */
const certificate = sharedCertificate()
const { launchOptions } = journeys.use ?? {}
const args = [...(launchOptions?.args ?? []), ...(certificate ? [chromiumTrusts(certificate)] : [])]

/** The main journeys once more, in environments of two replicas. */
export default defineConfig({
  ...journeys,
  testDir: '../journeys',
  testMatch:
    /(till-to-stamp|registration|password-reset|receipt-pictures|profile|review\/(appeals|desk)|console\/(content|members|submissions))\.spec\.ts$/,
  globalSetup: './journeys-setup.ts',
  // A journey waits half of its time.
  workers: 3,
  use: { ...journeys.use, launchOptions: { ...launchOptions, args } },
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }],
})
