import { composedPassword } from '@stampus/contract/values/passwords'

const WORDS = `
  password passw0rd p@ssword p@ssw0rd pa$$word pa$$w0rd qwerty qwertyuiop asdfgh abc abcd abcdef admin
  administrator welcome letmein changeme default secret test user root iloveyou monkey dragon football sunshine
  princess malaysia kualalumpur bismillah university universiti student campus college stampus`
  .trim()
  .split(/\s+/)
const NUMBERS = ['1', '12', '123', '1234', '12345', '123456', '12345678', '123456789', '007', '111', '321']
const YEARS = /^(19[89]\d|20[0-3]\d)$/
const SYMBOLS = /^[!@#$%^&*._?-]{1,3}/

/** A common word with a common number or year and symbols, in either order, such as `Password123!`. */
export function isCommonPassword(password: string): boolean {
  const lower = composedPassword(password).toLowerCase()
  return WORDS.some((word) => lower.startsWith(word) && isCommonTail(lower.slice(word.length)))
}

function isCommonTail(tail: string): boolean {
  const number = tail.replace(SYMBOLS, '').replace(/[!@#$%^&*._?-]{1,3}$/, '')
  return NUMBERS.includes(number) || YEARS.test(number) || number === ''
}
