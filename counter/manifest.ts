import type { Language } from '@stampus/contract/values/languages'
import type en from './shared/words/en.json'

type Words = Record<keyof Pick<typeof en, 'pageTitle' | 'pageShortTitle' | 'pageDescription'>, string>

const icon = (name: string, sizes: string) => ({ src: `/counter/${name}.png`, sizes, type: 'image/png' })

export function manifestOf(language: Language, words: Words) {
  return {
    id: '/counter/',
    name: words.pageTitle,
    short_name: words.pageShortTitle,
    description: words.pageDescription,
    lang: language,
    dir: 'ltr',
    start_url: '/counter/',
    scope: '/counter/',
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#16140f',
    theme_color: '#16140f',
    categories: ['business', 'shopping'],
    icons: [
      icon('icon-192', '192x192'),
      icon('icon-512', '512x512'),
      { ...icon('icon-maskable-512', '512x512'), purpose: 'maskable' },
    ],
  }
}
