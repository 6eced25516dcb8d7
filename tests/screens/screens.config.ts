import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

const { launchOptions } = journeys.use ?? {}
/** A touch pointer, which phone emulation alone does not set. */
const finger = '--blink-settings=primaryPointerType=2,availablePointerTypes=2,primaryHoverType=1,availableHoverTypes=1'
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), finger] },
}

/** Pictures of every screen, by `npm run screens`. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'capture.ts',
  globalSetup: '../support/browser/prepared-data.ts',
  outputDir: '../../test-results/screens',
  reporter: 'dot',
  projects: [
    { name: '390', use: phone },
    { name: '1280', use: { viewport: { width: 1280, height: 800 } } },
  ],
})
