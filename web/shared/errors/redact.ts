import { matchPath } from 'react-router'
import { paths } from '../paths.ts'

/**
 * A location in a script, such as `/assets/main-Bx1.js:2:170`, is not personal. Only the text around it is redacted.
 */
const SCRIPT = /((?:\/[\w.~-]{1,100}){1,8}\.[jt]sx?(?::\d{1,9}){0,2})/
/** The location in a stack line, in the two formats that browsers use. */
const FRAME = /^\s*at |@\S*:\d+:\d+$/
const FRAME_MAX = 500

/** What is redacted, in this order. */
const PERSONAL_DATA: [RegExp, string | ((found: string, codeName?: string) => string)][] = [
  [/(Unexpected token )[\s\S]*( is not valid JSON)/, '$1[text]$2'],
  // Keep property names of the code: the browser puts these words before them.
  [/((?:reading|setting|property) ['"][\w$]{1,40}['"])|["`][^"`]*(?:["`]|$)|[“‘][^”’]*(?:[”’]|$)/g, keepCodeName],
  [/((?:reading|setting|property) '[\w$]{1,40}')|(?<![\p{L}\p{N}])'(?:[^']|'(?=[\p{L}\p{N}]))*(?:'|$)/gu, keepCodeName],
  [/[^\s@<>()/:=&?]{1,64}(?:@|%40)[^\s@<>()/:&]{1,255}/g, '[email]'],
  [/(?<![\w<+])\/[^\s?#<>(),;]*(?:[?#][^\s)]*)?/g, (address) => patternOf(address.replace(/[?#].*/, ''))],
  [/\bBearer\s+\S+/gi, 'Bearer [token]'],
  [/[?&][\w%.-]+=[^\s&)]*/g, ''],
  [/\b(hash|token|signature|password|secret|key)\s?[=:]\s?\S+/gi, '$1=[token]'],
  [/(?<![\w|+/=-])(?=[A-Za-z_|+/=-]*\d)[\w|+/=-]{16,}/g, '[token]'],
  [/\d(?:[ -]?\d){5,40}/g, '[number]'],
]

function keepCodeName(_: string, codeName?: string): string {
  return codeName ?? '[text]'
}

/** At most `max` characters of a text, without personal data. Cuts a longer text before searching it. */
export function redact(text: string, max: number): string {
  const parts = truncate(text, 2 * max)
    .replaceAll(location.origin, '')
    .split(SCRIPT)
  return parts
    .map((part, place) => (place % 2 === 1 ? part : clean(part)))
    .join('')
    .slice(0, max)
}

/** The frames of a stack, without the message before them. */
export function framesOf(stack: string): string {
  const lines = stack.split('\n')
  return lines.filter((line) => line.length <= FRAME_MAX && FRAME.test(line)).join('\n')
}

/** The pattern of the route, because the address itself may contain an id or a secret. */
export function patternOf(pathname: string): string {
  return Object.values(paths).find((one) => matchPath(one, pathname)) ?? paths.notFound
}

/** Cuts between words, because half an email address would not be recognized. */
function truncate(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/(?<!\S)\S*$/, '')
}

function clean(text: string): string {
  return PERSONAL_DATA.reduce((rest, [found, instead]) => rest.replace(found, instead as string), text)
}
