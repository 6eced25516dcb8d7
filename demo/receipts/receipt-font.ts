import font from '../content/receipt-font.json' with { type: 'json' }

/** Letters of 5 by 7 dots: seven rows from the top, each one base-32 digit whose highest bit is the left dot. */
const letters: Record<string, string> = font

const blank = '0000000'

/** The seven rows of dots of one character; unknown characters are blank. */
export function dotsOf(character: string): readonly number[] {
  return [...(letters[character] ?? blank)].map((row) => Number.parseInt(row, 32))
}

/** Converts a text to the characters of the printer: capitals without accents. */
export function toPrintable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/[–—]/g, '-')
    .toUpperCase()
}
