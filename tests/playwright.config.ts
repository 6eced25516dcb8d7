import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH
const asRoot = process.getuid?.() === 0

/** Only the pages under test use the network. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]
/** Without these, Chromium starts a spare process beside each page and one for drawing. */
const frugal = ['--renderer-process-limit=1', '--in-process-gpu']

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './support/browser/prepared-data.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 4,
  // A journey that passes only in its second run is unstable; a CI run with more than two of them fails
  // (scripts/support/tally.ts).
  retries: process.env.CI ? 1 : 0,
  // A limit for busy machines, not a performance goal.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    timezoneId: 'Asia/Kuala_Lumpur',
    locale: 'en-MY',
    // Requests of a service worker bypass page.route; install.spec.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...quiet, ...frugal, ...(asRoot ? ['--no-sandbox'] : [])],
      ...(executablePath ? { executablePath } : {}),
    },
  },
  projects: [
    // What only a phone shows has the tag @phone.
    {
      name: 'phone',
      grep: /@phone|from the till to a stamp/,
      testMatch: /(receipts\/till-to-stamp|app\/layout)\.spec\.ts$/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // Phones show the app with motion, desktops without.
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
})
