import { globSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { help, OPTIONS, type Options, readArguments } from '../tests/screens/options.ts'
import { buildIfNeeded } from './support/apps.ts'
import { findBrowser } from './support/browser.ts'
import { root } from './support/root.mjs'
import { endWithParent, run } from './support/run.ts'

const folder = join(root, 'screens')
const look = `body { margin: 1rem; background: #888; font: 12px system-ui }
  main { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0 }
  img { display: block; height: 420px; max-width: 680px; object-fit: contain; object-position: top }`

endWithParent()
try {
  const { help: isAsked, ...options } = readArguments(process.argv.slice(2))
  if (isAsked) console.log(help)
  else process.exitCode = await takePictures(options)
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\nnpm run screens -- --help explains the options.`)
  process.exitCode = 1
}

async function takePictures(options: Options) {
  const browser = await findBrowser()
  if (browser === undefined) throw new Error('Taking pictures needs Chromium, which was not found: set CHROMIUM_PATH.')
  await buildIfNeeded()
  if (process.argv.length === 2) await rm(folder, { recursive: true, force: true })
  const env = { ...process.env, NODE_ENV: 'test', CHROMIUM_PATH: browser, [OPTIONS]: JSON.stringify(options) }
  const { code } = await run('playwright', ['test', '--config=tests/screens/screens.config.ts'], { env })
  await mkdir(folder, { recursive: true })
  const pictures = globSync('*.png', { cwd: folder }).sort()
  const figures = pictures.map((file) => {
    return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy" /></a><figcaption>${file}</figcaption></figure>`
  })
  const head = `<!doctype html><meta charset="utf-8" /><title>Screens</title><style>${look}</style>`
  await writeFile(join(folder, 'index.html'), `${head}<main>${figures.join('\n')}</main>\n`)
  console.log(`screens/index.html shows all ${pictures.length} pictures in screens/.`)
  return code
}
