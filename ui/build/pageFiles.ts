import type { Plugin } from 'vite'

const FILE = 'manifest.webmanifest'

type PageWords = { pageTitle: string; pageDescription: string; pageNeedsScript: string }

type Given = {
  language: string
  /** The texts for `%name%` in index.html. */
  words: PageWords
  manifest: { scope: string; [name: string]: unknown }
  /** The parameter of an address that names the language. */
  languageParameter: string
}

/** Puts the language and its texts into index.html, and builds the web app manifest. */
export function pageFiles({ language, words, manifest, languageParameter }: Given): Plugin[] {
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
          attrs: { rel: 'manifest', href: `${manifest.scope}${FILE}?${languageParameter}=${language}` },
          injectTo: 'head',
        },
      ],
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: FILE, source: `${JSON.stringify(manifest, null, 2)}\n` })
      },
    },
  ]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
