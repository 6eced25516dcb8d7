import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { type App, apps, prepareServer, sourcesOf, stampFile } from './support/apps.ts'
import { excesses, weighPage, weightLine } from './support/budget.ts'
import { root } from './support/root.mjs'

const SMALLEST_WORTH_PACKING = 1024

process.env.NODE_ENV = 'production'
const wanted = process.argv.slice(2)
for (const app of apps) {
  if ((wanted.length === 0 || wanted.includes(app)) && !(await buildApp(app))) process.exitCode = 1
}
if (wanted.length === 0) await prepareServer()

/** Whether the app was built and is light enough. */
async function buildApp(app: App) {
  const sources = await sourcesOf(app)
  const folder = join(root, app)
  const built = await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' })
  if (app === 'web' && !(await isLight(folder, built as Rolldown.RolldownOutput))) return false
  const files = globSync('**/*.{js,css,svg,json,webmanifest,txt}', { cwd: join(folder, 'dist') })
  await Promise.all(files.map((file) => pack(join(folder, 'dist', file))))
  await writeFile(stampFile(app), sources)
  console.log(`Built ${app}/dist`)
  return true
}

/** Members pay for what they load; the console is for an office. */
async function isLight(folder: string, { output }: Rolldown.RolldownOutput) {
  const weights = weighPage(await readFile(join(folder, 'dist/index.html'), 'utf8'), output)
  console.log(weights.map(weightLine).join('\n'))
  for (const sentence of excesses(weights)) console.error(sentence)
  return excesses(weights).length === 0
}

/** Sent as they lie by the server: pages are not, for it writes the settings into them. */
async function pack(file: string) {
  const content = await readFile(file)
  if (content.length < SMALLEST_WORTH_PACKING) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
