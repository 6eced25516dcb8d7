import { type Page, type Row, toRow } from '../../../server/platform/ocr/page.ts'

const HEIGHT = 0.02
const SIGN = 0.02

/** What was read of a picture with these lines, each word as sure as the others. */
export function printed(lines: string[], confidence = 0.9): Row[] {
  return lines.map((line, index) => {
    let left = 0.1
    const words = line.split(' ').map((text) => {
      const box = { left, top: index * HEIGHT, width: text.length * SIGN, height: HEIGHT }
      left += (text.length + 1) * SIGN
      return { text, confidence, box }
    })
    return toRow(words)
  })
}

/** A reading of such a picture; read anew, a line says what is given for it, or nothing else. */
export function aPage(lines: string[], anew: Record<string, string[]> = {}): Page {
  const rows = printed(lines)
  return { rows, recogniseAgain: (line) => printed(anew[rows[line]?.text ?? ''] ?? []) }
}
