import { expect, test } from 'vitest'
import { files, read } from './tree.ts'

const MOST_WORDS = 25_000
const LONGEST_LINE = 120
/** A row of a table cannot be broken. */
const LONGEST_ROW = 240

const pages = files.filter((file) => file.endsWith('.md') && !file.startsWith('.github/'))

test('the docs together have at most 25,000 words', () => {
  const words = pages
    .filter((file) => file.startsWith('docs/'))
    .flatMap((file) => read(file).split(/\s+/))
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS)
})

test('a line of Markdown has at most 120 characters, so that a change shows what it changed', () => {
  const isTooLong = (line: string) => line.length > (line.trimStart().startsWith('|') ? LONGEST_ROW : LONGEST_LINE)
  const tooLong = pages.flatMap((file) => {
    const lines = read(file).split('\n')
    return lines.flatMap((line, at) => (isTooLong(line) ? [`${file}:${at + 1}`] : []))
  })
  expect(tooLong).toEqual([])
})

test('each page begins with its title and says within three lines what it is about', () => {
  // The legal pages begin as the law wants it.
  const silent = pages.filter((file) => {
    if (file.startsWith('web/features/legal/')) return false
    const [title = '', ...rest] = read(file).split('\n')
    return !title.startsWith('# ') || !rest.slice(0, 3).some((line) => line !== '' && !line.startsWith('#'))
  })
  expect(silent).toEqual([])
})
