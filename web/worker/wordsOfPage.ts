import type { Plugin } from 'vite'
import * as words from '#words'

export const language = new Intl.Locale(words.locale).language
const { pageTitle, pageDescription, pageNeedsScript } = words
const given: Record<string, string> = { pageTitle, pageDescription, pageNeedsScript }

/** Writes the app's words and their language into the page: `%pageTitle%` is `words.pageTitle`. */
export const wordsOfPage: Plugin = {
  name: 'words-of-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (page) =>
      page.replace(/(?<=<html lang=")\w+/, language).replace(/%(\w+)%/g, (_, name: string) => wordOf(name)),
  },
}

function wordOf(name: string): string {
  const word = given[name]
  if (word === undefined) throw new Error(`The page asks for a word ${name} that is not there.`)
  return word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
