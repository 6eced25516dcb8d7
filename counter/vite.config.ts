import { LANGUAGE_PARAMETER } from '@stampus/contract/values/languages'
import { endpointsOnly } from '@stampus/ui/build/endpointsOnly'
import { noMissingTexts } from '@stampus/ui/build/noMissingTexts'
import { pageFiles } from '@stampus/ui/build/pageFiles'
import { serviceWorker } from '@stampus/ui/build/serviceWorkerPlugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { manifestOf } from './manifest.ts'
import { paths } from './shared/paths.ts'
import en from './shared/words/en.json' with { type: 'json' }
import ms from './shared/words/ms.json' with { type: 'json' }

const server = `http://127.0.0.1:${process.env.PORT || 4000}`

/** The app is built once for each language, so that a phone loads the words of one language only. */
const builds = {
  en: { outDir: 'dist', conditions: [...defaultClientConditions], copyPublicDir: true, words: en },
  ms: { outDir: 'dist/ms', conditions: ['malay', ...defaultClientConditions], copyPublicDir: false, words: ms },
}

/** Lists the paths of the app's pages for the server, which answers 404 for all others. */
const pagePaths: Plugin = {
  name: 'page-paths',
  apply: 'build',
  generateBundle() {
    const known = Object.values(paths).map((path) => `/counter${path}`)
    this.emitFile({ type: 'asset', fileName: '.paths.json', source: JSON.stringify(known) })
  },
}

/** `--mode ms` builds and serves the app in Malay, every other mode in English. */
export default defineConfig(({ mode }) => {
  const language = mode === 'ms' ? 'ms' : 'en'
  const { outDir, conditions, copyPublicDir, words } = builds[language]
  return {
    root: import.meta.dirname,
    base: '/counter/',
    resolve: { conditions },
    plugins: [
      endpointsOnly(() => false),
      noMissingTexts,
      pageFiles({ language, words, manifest: manifestOf(language, words), languageParameter: LANGUAGE_PARAMETER }),
      react(),
      tailwindcss(),
      pagePaths,
      serviceWorker({
        name: 'counter',
        base: '/counter/',
        shell: `/counter/?${LANGUAGE_PARAMETER}=${language}`,
        languageParameter: LANGUAGE_PARAMETER,
      }),
    ],
    build: {
      outDir,
      emptyOutDir: true,
      copyPublicDir,
      target: 'es2022',
      // An inline polyfill would need a looser content security policy. All target browsers preload modules themselves.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        optimization: { inlineConst: { mode: 'all' } },
        // In one file, what the app starts with is compressed better.
        output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } },
      },
    },
    server: { host: '127.0.0.1', proxy: { '/api': server } },
  }
})
