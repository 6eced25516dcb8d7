import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH
const asRoot = process.getuid?.() === 0

/** Nothing but the pages under test uses the network. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    timezoneId: 'Asia/Kuala_Lumpur',
    locale: 'en-MY',
    trace: 'retain-on-failure',
    launchOptions: {
      args: [...quiet, ...(asRoot ? ['--no-sandbox'] : [])],
      ...(executablePath ? { executablePath } : {}),
    },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
  ],
})
