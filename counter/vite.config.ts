import { LANGUAGE_PARAMETER } from '@stampus/contract/values/languages'
import { appConfig, languageBuild, pagePaths } from '@stampus/ui/build/appConfig'
import { endpointsOnly } from '@stampus/ui/build/endpointsOnly'
import { noMissingTexts } from '@stampus/ui/build/noMissingTexts'
import { pageFiles } from '@stampus/ui/build/pageFiles'
import { onlyUsedIcons, plainIcons } from '@stampus/ui/build/plainIcons'
import { serviceWorker } from '@stampus/ui/build/serviceWorkerPlugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { paths } from './shared/paths.ts'
import en from './shared/words/en.json' with { type: 'json' }
import ms from './shared/words/ms.json' with { type: 'json' }

export default defineConfig(({ mode }) => {
  const { language, words, outDir, conditions } = languageBuild(mode, { en, ms })
  const { build, ...common } = appConfig({
    root: import.meta.dirname,
    base: '/counter/',
    proxied: ['/api'],
    port: process.env.PORT,
  })
  return {
    ...common,
    resolve: { alias: plainIcons, conditions },
    plugins: [
      endpointsOnly(() => false),
      onlyUsedIcons,
      noMissingTexts,
      pageFiles({
        base: '/counter/',
        language,
        words,
        manifest: {
          short_name: words.pageShortTitle,
          orientation: 'portrait',
          background_color: '#16140f',
          theme_color: '#16140f',
          categories: ['business', 'shopping'],
        },
        languageParameter: LANGUAGE_PARAMETER,
      }),
      react(),
      tailwindcss(),
      pagePaths(Object.values(paths).map((path) => `/counter${path}`)),
      serviceWorker({
        name: 'counter',
        base: '/counter/',
        shell: `/counter/?${LANGUAGE_PARAMETER}=${language}`,
        languageParameter: LANGUAGE_PARAMETER,
      }),
    ],
    build: {
      ...build,
      outDir,
      copyPublicDir: language === 'en',
      rolldownOptions: {
        optimization: { inlineConst: { mode: 'all' } },
        // In one file, what the app starts with is compressed better.
        output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } },
      },
    },
  }
})
