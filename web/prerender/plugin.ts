import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'

const entry = fileURLToPath(new URL('./render.tsx', import.meta.url))

/** Builds what the server renders pages with, to one script beside what browsers fetch. Files with a dot are served to nobody. */
export const prerenderer: Plugin = {
  name: 'prerenderer',
  apply: 'build',
  enforce: 'post',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.renderer.js', source: await rendererScript() })
  },
}

async function rendererScript(): Promise<string> {
  const [built] = (await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      // Its faults are told by line and name.
      minify: false,
      target: 'es2024',
      lib: { entry, formats: ['iife'], name: 'renderer' },
      rolldownOptions: {
        output: { codeSplitting: false },
        // One script, and what it never runs there.
        checks: { ineffectiveDynamicImport: false, emptyImportMeta: false },
      },
    },
  })) as Rolldown.RolldownOutput[]
  const [script] = built?.output ?? []
  if (!script) throw new Error('The build made no renderer.')
  return script.code
}
