const MISREAD = { 0: 'OoDQUC', 1: 'Ili|!', 2: 'Zz', 4: 'A', 5: 'Ss', 6: 'Gb', 8: 'B', 9: 'gq' }
const DIGITS = new Map(Object.entries(MISREAD).flatMap(([digit, chars]) => [...chars].map((char) => [char, digit])))
const LETTERS: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 6: 'G', 8: 'B', '|': 'I', '!': 'L', $: 'S' }

/** Characters that may be misread digits, for a character class of a regular expression. */
export const DIGIT_CHARS = '0-9OoDQIli|!ZzSsGBgq'

/** Replaces misread characters by digits: `6O` becomes `60`. */
export const toDigits = (text: string) => text.replace(/\D/g, (char) => DIGITS.get(char) ?? char)

/** Replaces misread characters by capital letters: `T0TAL` becomes `TOTAL`. */
export const toLetters = (text: string) => text.replace(/[0-9|!$]/g, (char) => LETTERS[char] ?? char).toUpperCase()

/** Whether the edit distance of two words is at most 1. */
export function isNear(one: string, other: string): boolean {
  if (one === other) return true
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [restOne, restOther] = [one.slice(start), other.slice(start)]
  return restOne.slice(1) === restOther.slice(1) || restOne.slice(1) === restOther || restOne === restOther.slice(1)
}

const LONG_WORD = 8

/** Whether two words are near, or long and differ in at most two letters but not the first. I counts as L. */
export function isClose(one: string, other: string): boolean {
  const [own, others] = [one.replaceAll('I', 'L'), other.replaceAll('I', 'L')]
  if (isNear(own, others)) return true
  if (own.length !== others.length || own.length < LONG_WORD || own[0] !== others[0]) return false
  return [...own].filter((letter, index) => letter !== others[index]).length <= 2
}

/** Words to look for at the start of a text whose spaces were lost, each once. */
export function longestFirst(words: string[]): string[] {
  return [...new Set(words)].toSorted((one, other) => other.length - one.length)
}
