import { matchPath } from 'react-router'
import { paths } from '../paths.ts'

/** A place in a script is nobody's: `/assets/main-Bx1.js:2:170`. What stands between such places is cleaned. */
const SCRIPT = /((?:\/[\w.~-]{1,100}){1,8}\.[jt]sx?(?::\d{1,9}){0,2})/
/** Where a line of a stack is, in the browsers' two ways of writing it. */
const FRAME = /^\s*at |@\S*:\d+:\d+$/
const FRAME_MAX = 500

/** What is cleaned away, in this order: each leaves less for the next. */
const personal: [RegExp, string | ((found: string, kept?: string) => string)][] = [
  [/(Unexpected token )[\s\S]*( is not valid JSON)/, '$1[text]$2'],
  // A name of the code is told from what somebody typed by the words of the browser before it.
  [/((?:reading|setting|property) ['"][\w$]{1,40}['"])|["`][^"`]*(?:["`]|$)|[“‘][^”’]*(?:[”’]|$)/g, keep],
  [/((?:reading|setting|property) '[\w$]{1,40}')|(?<![\p{L}\p{N}])'(?:[^']|'(?=[\p{L}\p{N}]))*(?:'|$)/gu, keep],
  [/[^\s@<>()/:=&?]{1,64}(?:@|%40)[^\s@<>()/:&]{1,255}/g, '[email]'],
  [/(?<![\w<+])\/[^\s?#<>(),;]*(?:[?#][^\s)]*)?/g, (address) => patternOf(address.replace(/[?#].*/, ''))],
  [/\bBearer\s+\S+/gi, 'Bearer [token]'],
  [/[?&][\w%.-]+=[^\s&)]*/g, ''],
  [/\b(hash|token|signature|password|secret|key)\s?[=:]\s?\S+/gi, '$1=[token]'],
  [/(?<![\w|+/=-])(?=[A-Za-z_|+/=-]*\d)[\w|+/=-]{16,}/g, '[token]'],
  [/\d(?:[ -]?\d){5,40}/g, '[number]'],
]

function keep(_: string, kept?: string): string {
  return kept ?? '[text]'
}

/** At most `max` signs of a text, without anything that could tell who saw it. A longer one is cut before it is searched. */
export function redact(said: string, max: number): string {
  const parts = cut(said, 2 * max)
    .replaceAll(location.origin, '')
    .split(SCRIPT)
  return parts
    .map((part, place) => (place % 2 === 1 ? part : cleaned(part)))
    .join('')
    .slice(0, max)
}

/** The frames of a stack. What it says before them is the message again. */
export function framesOf(stack: string): string {
  const lines = stack.split('\n')
  return lines.filter((line) => line.length <= FRAME_MAX && FRAME.test(line)).join('\n')
}

/** The address would name a thing, or hold a secret; the pattern of its route does not. */
export function patternOf(pathname: string): string {
  return Object.values(paths).find((one) => matchPath(one, pathname)) ?? paths.notFound
}

/** Half a word would no longer be known for what it is. */
function cut(said: string, max: number): string {
  return said.length <= max ? said : said.slice(0, max).replace(/(?<!\S)\S*$/, '')
}

function cleaned(said: string): string {
  return personal.reduce((rest, [found, instead]) => rest.replace(found, instead as string), said)
}
