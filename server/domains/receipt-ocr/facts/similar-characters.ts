const DIGITS: Record<string, string> = {
  O: '0',
  o: '0',
  D: '0',
  Q: '0',
  U: '0',
  C: '0',
  I: '1',
  l: '1',
  i: '1',
  '|': '1',
  '!': '1',
  Z: '2',
  z: '2',
  A: '4',
  S: '5',
  s: '5',
  G: '6',
  b: '6',
  B: '8',
  g: '9',
  q: '9',
}
const LETTERS: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 6: 'G', 8: 'B', '|': 'I', '!': 'L', $: 'S' }

/** The signs that may stand for a digit, for a class of a regular expression. */
export const digitLike = '0-9OoDQIli|!ZzSsGBgq'

/** What is printed as digits, read as digits: `6O` is 60. */
export function asDigits(text: string): string {
  return text.replace(/\D/g, (sign) => DIGITS[sign] ?? sign)
}

/** What is printed as words, read as words in capitals: `T0TAL` is TOTAL. */
export function asLetters(text: string): string {
  return text.replace(/[0-9|!$]/g, (sign) => LETTERS[sign] ?? sign).toUpperCase()
}

/** Whether two words differ in one letter at most: one more, one less or another. */
export function isNear(one: string, other: string): boolean {
  if (one === other) return true
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [restOne, restOther] = [one.slice(start), other.slice(start)]
  return restOne.slice(1) === restOther.slice(1) || restOne.slice(1) === restOther || restOne === restOther.slice(1)
}

const LETTERS_OF_LONG = 8

/** Whether two words are near, or long and differ in two letters but not the first. An I is an L. */
export function isClose(one: string, other: string): boolean {
  const [own, others] = [one.replaceAll('I', 'L'), other.replaceAll('I', 'L')]
  if (isNear(own, others)) return true
  if (own.length !== others.length || own.length < LETTERS_OF_LONG || own[0] !== others[0]) return false
  return [...own].filter((letter, index) => letter !== others[index]).length <= 2
}
