import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { type App, apps, prepareServer, sourcesOf, stampFile } from './support/apps.ts'
import { formatWeight, listExcesses, weighPage } from './support/budget.ts'
import { root } from './support/root.mjs'

const COMPRESS_FROM_BYTES = 1024

/** English is built first, for its build empties the folder that contains the others. */
const languagesOf = { web: ['en', 'ms'], console: ['en'], counter: ['en', 'ms'] }

process.env.NODE_ENV = 'production'
const wanted = process.argv.slice(2)
for (const app of apps) {
  if ((wanted.length === 0 || wanted.includes(app)) && !(await buildApp(app))) process.exitCode = 1
}
if (wanted.length === 0) await prepareServer()

/** Builds an app; false if it is too large. */
async function buildApp(app: App) {
  const sources = await sourcesOf(app)
  const folder = join(root, app)
  for (const language of languagesOf[app]) {
    const configFile = join(folder, 'vite.config.ts')
    const built = (await build({
      root: folder,
      configFile,
      logLevel: 'warn',
      mode: language,
    })) as Rolldown.RolldownOutput
    if (app !== 'console' && !checkWeight(app, language, built)) return false
  }
  const files = globSync('**/*.{js,css,svg,json,webmanifest,txt}', { cwd: join(folder, 'dist') })
  await Promise.all(files.map((file) => compress(join(folder, 'dist', file))))
  await writeFile(stampFile(app), sources)
  console.log(`Built ${app}/dist`)
  return true
}

/** The console has no limit: operators load it in an office, members and stalls load their apps on mobile networks. */
function checkWeight(app: 'web' | 'counter', language: string, { output }: Rolldown.RolldownOutput) {
  const page = output.find(({ fileName }) => fileName === 'index.html')
  const weights = weighPage(app, String((page as Rolldown.OutputAsset).source), output)
  console.log(`${app} in ${language}`)
  console.log(weights.map(formatWeight).join('\n'))
  for (const message of listExcesses(weights)) console.error(message)
  return listExcesses(weights).length === 0
}

/** Compresses a file for the server to send as it is. Not for HTML, into which the server writes the settings. */
async function compress(file: string) {
  const content = await readFile(file)
  if (content.length < COMPRESS_FROM_BYTES) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
