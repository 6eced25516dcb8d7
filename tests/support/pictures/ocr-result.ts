import { type Page, type Row, toRow } from '../../../server/platform/ocr/page.ts'

const HEIGHT = 0.02
const CHAR_WIDTH = 0.02

/** The rows in a text, between vertical bars or line breaks. */
export const rowsIn = (text: string): string[] => text.split(/[|\n]/).flatMap((row) => row.trim() || [])

/** What is printed and what it means, of each `printed → meaning` in a text. */
export const pairsIn = (text: string): [string, string][] =>
  rowsIn(text).map((pair) => pair.split(' → ') as [string, string])

/** The rows of a picture with these lines, each word with the same confidence. */
export function printed(lines: string[], confidence = 0.9): Row[] {
  return lines.map((line, index) => {
    let left = 0.1
    const words = line.split(' ').map((text) => {
      const box = { left, top: index * HEIGHT, width: text.length * CHAR_WIDTH, height: HEIGHT }
      left += (text.length + 1) * CHAR_WIDTH
      return { text, confidence, box }
    })
    return toRow(words)
  })
}

/** An OCR pass over such a picture. `again` has the results for lines that are read again. */
export function createPage(lines: string[], again: Record<string, string[]> = {}): Page {
  const rows = printed(lines)
  return { rows, recogniseAgain: (line) => printed(again[rows[line]?.text ?? ''] ?? []) }
}
