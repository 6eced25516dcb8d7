import { globSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exitWithParent } from '../server/platform/lifecycle/exit-with-parent.ts'
import { buildIfNeeded } from './support/apps.ts'
import { findBrowser } from './support/browser.ts'
import { root, windows } from './support/root.mjs'
import { run } from './support/run.ts'

const folder = join(root, 'screens')
const look = `
  body { margin: 1rem; background: #888; font: 12px system-ui }
  main { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start }
  figure { margin: 0 }
  img { display: block; height: 420px; width: auto; max-width: 680px; object-fit: contain; object-position: top }
`

/** `npm run screens -- WORD…`: takes pictures of all screens, or of those whose names contain a word, into `screens/`. */
exitWithParent(() => process.kill(windows ? process.pid : -process.pid, 'SIGTERM'))
const words = process.argv.slice(2)
process.exitCode = await takePictures()

async function takePictures() {
  const browser = await findBrowser()
  if (browser === undefined) return fail('Taking pictures needs Chromium, which was not found: set CHROMIUM_PATH.')
  await buildIfNeeded()
  if (words.length === 0) await rm(folder, { recursive: true, force: true })
  const args = [
    'test',
    '--config=tests/screens/screens.config.ts',
    ...(words.length > 0 ? ['-g', words.join('|')] : []),
  ]
  const { code } = await run('playwright', args, { env: { ...process.env, NODE_ENV: 'test', CHROMIUM_PATH: browser } })
  await mkdir(folder, { recursive: true })
  const pictures = globSync('*.png', { cwd: folder }).sort()
  await writeFile(join(folder, 'index.html'), contactSheet(pictures))
  console.log(`${pictures.length} pictures in screens/; screens/index.html shows them all.`)
  return code
}

function fail(message: string) {
  console.error(message)
  return 1
}

function contactSheet(pictures: string[]) {
  const figures = pictures.map((file) => {
    return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy" /></a><figcaption>${file}</figcaption></figure>`
  })
  return `<!doctype html><meta charset="utf-8" /><title>Screens</title><style>${look}</style><main>${figures.join('\n')}</main>\n`
}
