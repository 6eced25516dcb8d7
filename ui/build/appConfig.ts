import { defaultClientConditions, type Plugin, type UserConfig } from 'vite'

/** The folder of an app, its path on the host, and the server's paths in development with the server's port. */
type App = { root: string; base: string; proxied: string[]; port: string | undefined }

export function appConfig({ root, base, proxied, port }: App) {
  const server = `http://127.0.0.1:${port || 4000}`
  return {
    root,
    base,
    build: {
      emptyOutDir: true,
      target: 'es2022',
      // An inline polyfill would need a looser content security policy. All target browsers preload modules themselves.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
    server: { host: '127.0.0.1', proxy: Object.fromEntries(proxied.map((path) => [path, server])) },
  } satisfies UserConfig
}

/** An app is built once for each language: `--mode ms` in Malay. The English build has all files without words. */
export function languageBuild<Words>(mode: string, words: { en: Words; ms: Words }) {
  return mode === 'ms'
    ? { language: 'ms' as const, words: words.ms, outDir: 'dist/ms', conditions: ['malay', ...defaultClientConditions] }
    : { language: 'en' as const, words: words.en, outDir: 'dist', conditions: [...defaultClientConditions] }
}

export const pagePaths = (paths: readonly string[]): Plugin => ({
  name: 'page-paths',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.paths.json', source: JSON.stringify(paths) })
  },
})
