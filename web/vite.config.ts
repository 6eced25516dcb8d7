import { LANGUAGE_PARAMETER } from '@stampus/contract/values/languages'
import { appConfig, languageBuild, pagePaths } from '@stampus/ui/build/appConfig'
import { endpointsOnly } from '@stampus/ui/build/endpointsOnly'
import { noMissingTexts } from '@stampus/ui/build/noMissingTexts'
import { pageFiles } from '@stampus/ui/build/pageFiles'
import { onlyUsedIcons, plainIcons } from '@stampus/ui/build/plainIcons'
import { serviceWorker } from '@stampus/ui/build/serviceWorkerPlugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { legalTexts } from './legalTexts.ts'
import { prerenderer } from './prerender/plugin.ts'
import { apiBase, knownPaths } from './prerender/serverFiles.ts'
import { serverPaths, shellPath } from './shared/serverPaths.ts'
import en from './shared/words/en.json' with { type: 'json' }
import ms from './shared/words/ms.json' with { type: 'json' }

const filesOf = (names: string[]) => names.map((name) => `${import.meta.dirname}/${name}`)

/** What every page loads after `frame`. */
const shellParts = filesOf(['app/shell/DeferredShell.tsx'])
const loginParts = filesOf(['features/accounts/login/LoginPage.tsx', 'features/accounts/login/loginCall.ts'])
/** What home loads, of a guest and of a member. */
const homeParts = filesOf([
  'app/routes/pageAnswers.ts',
  'app/shell/AvatarMenu.tsx',
  'features/home/DealCovers.tsx',
  'features/home/RecentActivity.tsx',
  'features/home/RewardsLink.tsx',
  'features/home/UnreadBadge.tsx',
  'features/home/MemberCard.tsx',
])
/** One of them that fails or is late leaves the others on screen. */
const ownScript = /[\\/](DeferredShell|AvatarMenu|DealCovers|MemberCard|LoginPage|loginCall)\.tsx?$/

/**
 * Few chunks, because a page names each of its own. `react` stays cached when the app is updated. `frame` is what every page
 * starts with, `shared` what every page or both login and home load then. `home` and `login` are all the rest of these pages; what makes queries is
 * part of `home`, because every page that has a query needs some of both.
 * `zod` and `forms` come with the pages that need them, `common` is what three
 * or more of the other parts need.
 */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|zustand)[\\/]/, priority: 5 },
  { name: 'frame', tags: ['$initial' as const], priority: 4 },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 3 },
  { name: 'forms', test: /react-hook-form|@hookform/, priority: 3 },
  { name: 'html', test: /dompurify/, priority: 3 },
  { name: 'sentences', test: /[\\/](en|ms)Sentences\.ts$/, priority: 3, includeDependenciesRecursively: false },
  { name: ifIn('shared'), priority: 2 },
  { name: ifIn('home'), priority: 1 },
  { name: ifIn('login'), priority: 1 },
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
  { name: 'common', minShareCount: 3 },
  {
    name: 'mailed',
    test: /[\\/](ResetPage|LinkPages|UnlockOffer|VerifyEmailPage|mailedLink|unlocks)\.tsx?/,
  },
  { name: 'lists', test: /[\\/](DealPages|AnnouncementPage|AnnouncementsPage)\.tsx$/ },
  { name: 'submissions', test: /[\\/](SubmissionPage|SubmissionsPage|AppealForm|DecisionTimes)\.tsx$/ },
  { name: 'merchants', test: /[\\/](MerchantPage|MerchantsPage)\.tsx$/ },
  { name: 'rewards', test: /[\\/](RewardPage|RewardsPage|RewardCard|ClaimBar)\.tsx$/ },
  {
    name: 'account',
    test: /[\\/](DeletionDialog|SignOutDialog|UnsentReceipts|MenuItems|switchLanguage|openInLanguage)\.tsx?$/,
  },
  { name: 'contact', test: /[\\/](ContactPage|CasePage|AskLink|LinksPage)\.tsx$/ },
  { name: 'vouchers', test: /[\\/](VoucherPage|HistoryPage)\.tsx$/ },
  { name: 'others', test: /[\\/](NotFoundPage|ComingSoonPage)\.tsx$/ },
  { name: 'submit', test: /[\\/]SubmitPage\.tsx$/ },
  { name: 'outbox', test: /[\\/](outbox|PendingReceipts)\.tsx?$/ },
  { name: 'messages', test: /contact[\\/]cases\.ts|[\\/](durations\.ts|caseObjects\.ts|MessageField\.tsx)$/ },
]

function ifIn(name: 'shared' | 'home' | 'login') {
  return (id: string, chunking: Rolldown.ChunkingContext) => (placeOf(id, chunking) === name ? name : null)
}

/** Icons, and what only some queries need, come with what uses them. */
function placeOf(id: string, chunking: Rolldown.ChunkingContext): 'shared' | 'home' | 'login' | null {
  if (/icons[\\/](log-out|chevron-down|languages|download)\./.test(id)) return 'home'
  if (ownScript.test(id) || /lucide-react|@tanstack.*[qQ]ueries/.test(id)) return null
  if (/@tanstack/.test(id)) return 'home'
  const [isOfShell, isOfHome, isOfLogin] = [shellParts, homeParts, loginParts].map((parts) =>
    importsOf(parts, chunking).has(id),
  )
  if (isOfShell || (isOfHome && isOfLogin) || /contract[\\/]accounts\.ts\?lean$/.test(id)) return 'shared'
  return isOfHome ? 'home' : isOfLogin ? 'login' : null
}

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

/** The query cache of this app makes no mutations: an empty list takes the place of theirs. */
const noMutations: Plugin = {
  name: 'no-mutations',
  apply: 'build',
  transform: {
    filter: { id: /query-core[\\/]build[\\/]modern[\\/]mutationCache\.js$/ },
    handler: () => 'export class MutationCache { resumePausedMutations() {} clear() {} findAll() { return [] } }',
  },
}

const shortcut = (name: string, url: string) => {
  return { name, url, icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }] }
}

const production = { 'process.env.NODE_ENV': JSON.stringify('production') }

export default defineConfig(({ mode }) => {
  const { language, words, outDir, conditions } = languageBuild(mode, { en, ms })
  const { build, ...common } = appConfig({
    root: import.meta.dirname,
    base: '/',
    proxied: ['/api', '/media', '/files', '/dev'],
    port: process.env.PORT,
  })
  return {
    ...common,
    publicDir: language === 'en' && 'public',
    resolve: { alias: plainIcons, conditions },
    plugins: [
      endpointsOnly((code) => /import \* as z from 'zod\/mini'|\w\.input\b/.test(code)),
      onlyUsedRouter,
      onlyUsedIcons,
      noMutations,
      legalTexts,
      noMissingTexts,
      pageFiles({
        base: '/',
        language,
        words,
        manifest: {
          short_name: words.pageTitle,
          background_color: '#f7f2e7',
          theme_color: '#f7f2e7',
          categories: ['education', 'lifestyle', 'shopping'],
          shortcuts: [shortcut(words.shortcutSubmit, '/submit'), shortcut(words.shortcutHistory, '/app/submissions')],
        },
        languageParameter: LANGUAGE_PARAMETER,
      }),
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
      pagePaths(knownPaths),
      prerenderer(production, conditions),
    ],
    build: {
      ...build,
      outDir,
      rolldownOptions: { optimization: { inlineConst: { mode: 'all' } }, output: { codeSplitting: { groups } } },
    },
  }
})
