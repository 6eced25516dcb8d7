import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'vite'
import { type App, apps, sourcesOf, stampFile } from './apps.ts'
import { root } from './root.mjs'

const SMALLEST_WORTH_PACKING = 1024

process.env.NODE_ENV = 'production'
const wanted = process.argv.slice(2)
for (const app of apps) {
  if (wanted.length === 0 || wanted.includes(app)) await buildApp(app)
}

async function buildApp(app: App) {
  const sources = await sourcesOf(app)
  const folder = join(root, app)
  await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' })
  const files = globSync('**/*.{js,css,svg,json,webmanifest,txt}', { cwd: join(folder, 'dist') })
  await Promise.all(files.map((file) => pack(join(folder, 'dist', file))))
  await writeFile(stampFile(app), sources)
  console.log(`Built ${app}/dist`)
}

/** Sent as they lie by the server: pages are not, for it writes the settings into them. */
async function pack(file: string) {
  const content = await readFile(file)
  if (content.length < SMALLEST_WORTH_PACKING) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
