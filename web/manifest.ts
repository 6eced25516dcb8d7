import type { Language } from '@stampus/contract/values/languages'
import type en from './shared/words/en.json'

type Words = Record<
  keyof Pick<typeof en, 'pageTitle' | 'pageDescription' | 'shortcutSubmit' | 'shortcutHistory'>,
  string
>

const icon = (name: string, sizes: string) => ({ src: `/${name}.png`, sizes, type: 'image/png' })
const small = icon('icon-192', '192x192')
const shortcut = (name: string, url: string) => ({ name, url, icons: [small] })

export function manifestOf(language: Language, words: Words) {
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
