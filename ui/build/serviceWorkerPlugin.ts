import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const source = fileURLToPath(new URL('./serviceWorker.ts', import.meta.url))

export type WorkerApp = {
  /** Separates its caches from those of other apps on the host. */
  name: string
  base: string
  /** The URL of a page in the language of the build that can stand in for every other one. */
  shell: string
  /** The parameter of a page's URL that names the language. */
  languageParameter: string
}

/** All files of this version, the script that pages start with, and the version's name. */
export type Build = { name: string; files: string[]; entry: string }

/** Builds an app's service worker `sw.js` with the files that it caches. `others` are paths that are not the app's. */
export const serviceWorker = (app: WorkerApp, others?: RegExp): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: await workerFor(bundle, app, others) })
  },
})

async function workerFor(bundle: Rolldown.OutputBundle, app: WorkerApp, others: RegExp | undefined): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      APP: JSON.stringify(app),
      OTHERS: String(others),
      BUILD: JSON.stringify(contentOf(bundle, app)),
    },
    build: { write: false, target: 'es2022', rolldownOptions: { input: source, output: { format: 'iife' } } },
  })
  return (built as Rolldown.RolldownOutput).output[0].code
}

/** The version is a hash of the page and its files, so that a changed page alone makes a new version too. */
function contentOf(bundle: Rolldown.OutputBundle, { base }: WorkerApp): Build {
  const names = Object.keys(bundle).sort()
  const page = String((bundle['index.html'] as Rolldown.OutputAsset).source)
  const files = names.filter((name) => name.startsWith('assets/')).map((name) => base + name)
  const name = createHash('sha256')
    .update(page + files)
    .digest('hex')
    .slice(0, 12)
  return { name, files, entry: entryOf(page) }
}

/** The service worker recognizes pages of its own build by this script. */
function entryOf(page: string): string {
  const [, entry] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
  if (!entry) throw new Error('The built page starts no script, so the service worker cannot know it again.')
  return entry
}
