import { LANGUAGE_PARAMETER } from '@stampus/contract/values/languages'
import { noMissingTexts } from '@stampus/ui/build/noMissingTexts'
import { pageFiles } from '@stampus/ui/build/pageFiles'
import { serviceWorker } from '@stampus/ui/build/serviceWorkerPlugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin, type Rolldown } from 'vite'
import { manifestOf } from './manifest.ts'
import { plainIcons, prerenderer } from './prerender/plugin.ts'
import { apiBase, pagePaths } from './prerender/serverFiles.ts'
import { serverPaths, shellPath } from './shared/serverPaths.ts'
import * as en from './shared/words/en.ts'
import * as ms from './shared/words/ms.ts'

const server = `http://127.0.0.1:${process.env.PORT || 4000}`

/** What the login page starts with, in addition to `frame`. */
const loginParts = ['app/shell/DeferredShell.tsx', 'features/accounts/login/LoginPage.tsx'].map(
  (file) => `${import.meta.dirname}/${file}`,
)

/**
 * Few chunks. `react` stays cached when the app is updated. `frame` is what every page starts with. `forms` and `html`
 * come with the pages that need them, `query` with the first part that has a query. `shared` and `calls` are what five or
 * more parts need; the login page needs only `shared`, which imports neither `zod` nor `query`. The calls of `accounts`
 * are apart, because home needs none of them and making their schemas takes as long as for all others; `fields` is what
 * both are made of. The first download names every chunk, so the small parts of `announcements`, `messages`, `vouchers`
 * and `language` are together.
 */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|zustand)[\\/]/, priority: 4 },
  { name: 'frame', tags: ['$initial' as const], priority: 3 },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 2 },
  { name: 'forms', test: /react-hook-form|@hookform/, priority: 1 },
  { name: 'html', test: /dompurify/, priority: 1 },
  { name: 'query', test: /@tanstack/, priority: 1 },
  {
    name: (id: string, chunking: Rolldown.ChunkingContext) =>
      importsOf(loginParts, chunking).has(id) ? 'shared' : null,
    minShareCount: 5,
  },
  { name: 'fields', test: /contract[\\/]fields\.ts$/ },
  { name: 'accounts', test: /contract[\\/]accounts\.ts$/ },
  { name: 'calls', minShareCount: 5 },
  { name: 'announcements', test: /contract[\\/]announcements\.ts|[\\/](announcements|unread|readMarks)\.ts$/ },
  { name: 'messages', test: /contact[\\/]cases\.ts|[\\/](durations\.ts|caseObjects\.ts|MessageField\.tsx)$/ },
  { name: 'vouchers', test: /[\\/]voucher(Codes|Filter|News)\.ts$/ },
  { name: 'language', test: /[\\/](accountLanguage|openInLanguage|switchLanguage)\.ts$/ },
]

/** All modules that these import, directly or through others, and these. */
function importsOf(ids: readonly string[], chunking: Rolldown.ChunkingContext, found = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue
    found.add(id)
    importsOf(chunking.getModuleInfo(id)?.importedIds ?? [], chunking, found)
  }
  return found
}

/** Lets the build drop the router's unused components and its warnings. */
const onlyUsedRouter: Plugin = {
  name: 'only-used-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules[\\/]react-router[\\/]/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = ".*";$/gm, '')
        // Warnings for developers.
        .replace(/^\s*warning(Once)?\((?!.*\{$).*\);$/gm, '')
        .replace(/(?<== )(?=React\$1\.forwardRef\()/g, '/* @__PURE__ */ '),
  },
}

/** Lets the build drop what `plainIcon.ts` does not use of an icon: its name and size, and random keys. */
const onlyUsedIcons: Plugin = {
  name: 'only-used-icons',
  apply: 'build',
  transform: {
    filter: { id: /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
    handler: (code) =>
      code.replace(/,\s*key: "\w+"/g, '').replace(/^ {2}(name|size|aliases): .*\n|^__iconData\.node;$/gm, ''),
  },
}

/** The app is built once for each language, so that a browser loads the words of one language only. */
const builds = {
  en: { outDir: 'dist', conditions: [...defaultClientConditions], publicDir: 'public', words: en },
  ms: { outDir: 'dist/ms', conditions: ['malay', ...defaultClientConditions], publicDir: false as const, words: ms },
}

const production = { 'process.env.NODE_ENV': JSON.stringify('production') }

/** `--mode ms` builds and serves the app in Malay, every other mode in English. */
export default defineConfig(({ mode }) => {
  const language = mode === 'ms' ? 'ms' : 'en'
  const { outDir, conditions, publicDir, words } = builds[language]
  return {
    root: import.meta.dirname,
    base: '/',
    publicDir,
    resolve: { alias: plainIcons, conditions },
    plugins: [
      onlyUsedRouter,
      onlyUsedIcons,
      noMissingTexts,
      pageFiles({ language, words, manifest: manifestOf(language, words), languageParameter: LANGUAGE_PARAMETER }),
      react(),
      tailwindcss(),
      serviceWorker(
        {
          name: 'app',
          base: '/',
          shell: `${shellPath}?${LANGUAGE_PARAMETER}=${language}`,
          languageParameter: LANGUAGE_PARAMETER,
        },
        serverPaths,
      ),
      apiBase,
      pagePaths,
      prerenderer(production, conditions),
    ],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // An inline polyfill would need a looser content security policy. All target browsers preload modules themselves.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { optimization: { inlineConst: { mode: 'all' } }, output: { codeSplitting: { groups } } },
    },
    server: {
      host: '127.0.0.1',
      proxy: Object.fromEntries(['/api', '/media', '/files', '/dev'].map((path) => [path, server])),
    },
  }
})
