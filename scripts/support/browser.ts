import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { windows } from './root.mjs'
import { run } from './run.ts'

const DOWNLOAD_MS = 60_000
const PACKAGE_MS = 300_000

// The headless shell needs half the processor time for each page.
const names = 'chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome.exe'.split(
  ' ',
)
const packages = ['chromium-headless-shell', 'chromium']
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a working Chromium, found or downloaded; undefined if neither is possible. */
export async function findBrowser() {
  return (await presentBrowser()) ?? (await downloadedBrowser()) ?? (await packagedBrowser())
}

async function presentBrowser() {
  const given = process.env.CHROMIUM_PATH
  for (const path of [given, chromium.executablePath(), ...systemBrowsers()]) {
    if (path && (await runs(path))) return path
    if (path && path === given) console.log(`CHROMIUM_PATH (${path}) does not run; looking for another Chromium.`)
  }
  return undefined
}

async function downloadedBrowser() {
  console.log(`No Chromium on this machine: downloading Playwright's (given up after ${DOWNLOAD_MS / 1000} s) …`)
  await run('playwright', ['install', '--no-shell', 'chromium'], { quiet: true, timeoutMs: DOWNLOAD_MS })
  return presentBrowser()
}

async function packagedBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log("The download failed: installing the system's package …")
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, quiet: true, timeoutMs: PACKAGE_MS }
  await run('apt-get', ['update'], options)
  for (const name of packages) {
    const { code, output } = await run('apt-get', ['install', '-y', name], options)
    if (code === 0) return presentBrowser()
    console.log(output.trimEnd().split('\n').slice(-3).join('\n'))
  }
  return undefined
}

function systemBrowsers() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...fixedPlaces]
}

/** On Windows, `--version` would open a browser window. */
async function runs(path: string) {
  if (!existsSync(path) || windows) return existsSync(path)
  const { code } = await run(path, ['--version'], { quiet: true, timeoutMs: 20_000 })
  return code === 0
}
