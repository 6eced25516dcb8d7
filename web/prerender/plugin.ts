import { parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plainIcons } from '@stampus/ui/build/plainIcons'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { legalTexts } from '../legalTexts.ts'

const entry = fileURLToPath(new URL('./render.tsx', import.meta.url))

/** Builds the script that renders pages. The server does not serve files whose names start with a dot. */
export const prerenderer = (define: Record<string, string>, conditions: string[]): Plugin => ({
  name: 'prerenderer',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const source = await rendererScript({ ...define, PARTS: JSON.stringify(partsOf(bundle)) }, conditions)
    this.emitFile({ type: 'asset', fileName: '.renderer.js', source })
  },
})

/** The scripts of each part by its file's name: its imports first, so that each is evaluated in its own task. */
function partsOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const reach = (name: string, found = new Set<string>(), seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return found
    seen.add(name)
    for (const other of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) reach(other, found, seen)
    return found.add(name)
  }
  const start = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...reach(fileName)]))
  const later = ({ fileName }: Rolldown.OutputChunk) => [...reach(fileName)].filter((name) => !start.has(name))
  const parts = chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, later(chunk)] as const))
  const own = parts.filter(([id]) => /[\\/]web[\\/](app|features)[\\/]/.test(id))
  return Object.fromEntries(own.map(([id, scripts]) => [parse(id).name, scripts.map((name) => `/${name}`)]))
}

async function rendererScript(define: Record<string, string>, conditions: string[]): Promise<string> {
  const [built] = (await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    publicDir: false,
    plugins: [legalTexts, react()],
    resolve: { alias: plainIcons, conditions },
    define,
    build: {
      write: false,
      // Keep names and lines, so that its errors can be read.
      minify: false,
      target: 'es2024',
      lib: { entry, formats: ['iife'], name: 'renderer' },
      rolldownOptions: {
        output: { codeSplitting: false },
        // All in one script. These warnings do not apply to it.
        checks: { ineffectiveDynamicImport: false, emptyImportMeta: false },
      },
    },
  })) as Rolldown.RolldownOutput[]
  const [script] = built?.output ?? []
  if (!script) throw new Error('The build made no renderer.')
  return script.code
}
