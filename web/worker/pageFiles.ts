import { LANGUAGE_PARAMETER, type Language } from '@stampus/contract/values/languages'
import type { Plugin } from 'vite'
import * as en from '../shared/words/en.ts'
import * as ms from '../shared/words/ms.ts'

type PageWords = Pick<
  typeof en,
  'pageTitle' | 'pageDescription' | 'pageNeedsScript' | 'shortcutSubmit' | 'shortcutHistory'
>
const wordsOf: Record<Language, Record<keyof PageWords, string>> = { en, ms }

const FILE = 'manifest.webmanifest'

/** Puts the language and its texts into index.html, and builds the web app manifest. */
export function pageFiles(language: Language): Plugin[] {
  const words = wordsOf[language]
  return [
    {
      name: 'words-of-page',
      transformIndexHtml: {
        order: 'pre',
        handler: (page) =>
          page
            .replace(/(?<=<html lang=")\w+/, language)
            .replace(/%(pageTitle|pageDescription|pageNeedsScript)%/g, (_, name: keyof PageWords) =>
              escaped(words[name]),
            ),
      },
    },
    {
      name: 'installable',
      apply: 'build',
      // Browsers request a manifest without cookies, so its URL names the language.
      transformIndexHtml: () => [
        {
          tag: 'link',
          attrs: { rel: 'manifest', href: `/${FILE}?${LANGUAGE_PARAMETER}=${language}` },
          injectTo: 'head',
        },
      ],
      generateBundle() {
        const manifest = manifestOf(language, words)
        this.emitFile({ type: 'asset', fileName: FILE, source: `${JSON.stringify(manifest, null, 2)}\n` })
      },
    },
  ]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const icon = (name: string, sizes: string) => ({ src: `/${name}.png`, sizes, type: 'image/png' })
const small = icon('icon-192', '192x192')
const shortcut = (name: string, url: string) => ({ name, url, icons: [small] })

function manifestOf(language: Language, words: Record<keyof PageWords, string>) {
  return {
    id: '/',
    name: words.pageTitle,
    short_name: words.pageTitle,
    description: words.pageDescription,
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f2e7',
    theme_color: '#f7f2e7',
    categories: ['education', 'lifestyle', 'shopping'],
    icons: [small, icon('icon-512', '512x512'), { ...icon('icon-maskable-512', '512x512'), purpose: 'maskable' }],
    shortcuts: [shortcut(words.shortcutSubmit, '/submit'), shortcut(words.shortcutHistory, '/app/submissions')],
  }
}
