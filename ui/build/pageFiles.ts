import type { Plugin } from 'vite'

const FILE = 'manifest.webmanifest'

type PageWords = { pageTitle: string; pageDescription: string; pageNeedsScript: string }

type Given = {
  base: string
  language: string
  words: PageWords
  manifest: object
  languageParameter: string
}

export function pageFiles({ base, language, words, manifest, languageParameter }: Given): Plugin[] {
  const icon = (name: string, sizes: string) => ({ src: `${base}${name}.png`, sizes, type: 'image/png' })
  const source = {
    id: base,
    start_url: base,
    scope: base,
    lang: language,
    dir: 'ltr',
    display: 'standalone',
    name: words.pageTitle,
    description: words.pageDescription,
    icons: [
      icon('icon-192', '192x192'),
      icon('icon-512', '512x512'),
      { ...icon('icon-maskable-512', '512x512'), purpose: 'maskable' },
    ],
    ...manifest,
  }
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
          attrs: { rel: 'manifest', href: `${base}${FILE}?${languageParameter}=${language}` },
          injectTo: 'head',
        },
      ],
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: FILE, source: `${JSON.stringify(source, null, 2)}\n` })
      },
    },
  ]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
