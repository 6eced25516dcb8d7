import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import { sharedCertificate } from '../support/browser/shared-environment.ts'
import { chromiumTrusts } from './certificate.ts'

/** Only the workers have it: this file is first read before the environments are started. */
const certificate = sharedCertificate()
const { launchOptions } = journeys.use ?? {}
const args = [...(launchOptions?.args ?? []), ...(certificate ? [chromiumTrusts(certificate)] : [])]

/**
 * The journeys that need what only production has, in environments of two replicas: mails by SMTP, files in a bucket, TLS, and
 * the desk's leases across replicas.
 */
export default defineConfig({
  ...journeys,
  testDir: '../journeys',
  testMatch:
    /(receipts\/till-to-stamp|accounts\/(registration|password-reset|avatar)|review\/desk|console\/members)\.spec\.ts$/,
  globalSetup: './journeys-setup.ts',
  // A journey waits half of its time.
  workers: 3,
  use: { ...journeys.use, launchOptions: { ...launchOptions, args } },
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }],
})
