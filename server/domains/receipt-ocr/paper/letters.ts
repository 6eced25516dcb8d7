import { isNear, toLetters } from '../facts/similar-characters.ts'

const MIN_LETTERS_TO_CORRECT = 5
const LETTERS_PER_ERROR = 8
const MAX_LETTERS = 60
/** The last letter of a number would join the words beside it: `(Co. No. 205413-H)` is not `CONTOH`. */
const COMPANY_NUMBER = /\d{4,}-[A-Za-z]\b/g

/** The letters of a row without spaces, numbers and codes, in capitals: `QUOTATI0N N0: Q-1182` is `QUOTATIONNO`. */
export function lettersOf(text: string): string {
  return text
    .replace(COMPANY_NUMBER, ' ')
    .split(/[^A-Za-z0-9|!$]+/)
    .map(lettersOfPart)
    .join('')
}

function lettersOfPart(part: string): string {
  const word = part.replace(/[0-9]{2}.*$/, '')
  const [letters, digits] = [word.replace(/[^A-Za-z]/g, '').length, word.replace(/\D/g, '').length]
  const isCut = word.length < part.length
  return letters > digits && !(isCut && letters < 3) ? toLetters(word).replace(/[^A-Z]/g, '') : ''
}

/** Splits letters into words of a list, with one error each from five letters on. Undefined if something is left. */
export function splitIntoKnown(letters: string, known: readonly string[]): string[] | undefined {
  if (letters.length > MAX_LETTERS) return undefined
  const failed = new Set<number>()
  const splitFrom = (at: number): string[] | undefined => {
    if (at === letters.length) return []
    if (failed.has(at)) return undefined
    for (const word of known)
      for (const length of lengthsOf(word)) {
        const part = letters.slice(at, at + length)
        if (part.length !== length || !(part === word || (length >= MIN_LETTERS_TO_CORRECT && isNear(part, word))))
          continue
        const rest = splitFrom(at + length)
        if (rest) return [word, ...rest]
      }
    failed.add(at)
    return undefined
  }
  return splitFrom(0)
}

function lengthsOf({ length }: string): number[] {
  return length >= MIN_LETTERS_TO_CORRECT ? [length, length - 1, length + 1] : [length]
}

/** Whether letters contain a phrase without its spaces, with an error for every eight letters. */
export function containsPhrase(letters: string, phrase: string): boolean {
  return errorsIn(letters, phrase) <= Math.floor(phrase.length / LETTERS_PER_ERROR)
}

/** The fewest letters that differ between a phrase and a part of a text. */
export function errorsIn(text: string, phrase: string): number {
  if (text.includes(phrase)) return 0
  let row = Array.from({ length: text.length + 1 }, () => 0)
  for (const [index, letter] of [...phrase].entries()) {
    const next = [index + 1]
    for (let at = 0; at < text.length; at += 1) {
      const replaced = (row[at] ?? 0) + (text[at] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return Math.min(...row)
}
