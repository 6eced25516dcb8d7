import type { Plugin } from 'vite'
import * as words from '#words'

const language = new Intl.Locale(words.locale).language
const { pageTitle, pageDescription, pageNeedsScript } = words
const given: Record<string, string> = { pageTitle, pageDescription, pageNeedsScript }

/** Puts the app's texts and language into index.html: `%pageTitle%` becomes `words.pageTitle`. */
export const pageTexts: Plugin = {
  name: 'words-of-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (page) =>
      page.replace(/(?<=<html lang=")\w+/, language).replace(/%(\w+)%/g, (_, name: string) => textFor(name)),
  },
}

function textFor(name: string): string {
  const word = given[name]
  if (word === undefined) throw new Error(`The page asks for a word ${name} that is not there.`)
  return word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const FILE = 'manifest.webmanifest'

/** Builds the web app manifest and links it from the page. */
export const webAppManifest: Plugin = {
  name: 'installable',
  apply: 'build',
  transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: `/${FILE}` }, injectTo: 'head' }],
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: `${JSON.stringify(manifest, null, 2)}\n` })
  },
}

const icon = (name: string, sizes: string) => ({ src: `/${name}.png`, sizes, type: 'image/png' })
const small = icon('icon-192', '192x192')
const shortcut = (name: string, url: string) => ({ name, url, icons: [small] })

const manifest = {
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
