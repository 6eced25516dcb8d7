import type { Plugin } from 'vite'
import * as words from '#words'
import { language } from './wordsOfPage.ts'

const FILE = 'manifest.webmanifest'

/** Builds the manifest by which the app can be installed, and names it in the page. */
export const installable: Plugin = {
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
