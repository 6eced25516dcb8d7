const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}]|(?!\s)\p{Cc}/gu
/** What engines quote of what they could not parse; it may hold quotes of its own. */
const UNPARSED = /(?:\.{3})?["'][\s\S]*["'](?:\.{3})?(?= is not valid JSON)/g
/** The innermost braces and brackets; not what engines write in brackets themselves. */
const BRACED = /\{[^{}]*\}|\[(?!(?:text|object \w+|native code|as [\w.$]+|\d{1,5})\])(?:[^[\]]|\[text\])+\]/g
/** What is left of JSON where its beginning or its end is cut off. */
const UNOPENED = /^[^\n]*["'][^\n]*\}/gm
const UNCLOSED = /[{[]\s*["'][^\n]*/g
const QUOTED_QUERY = /(["'`])([^"'`\n?#]*\/[^"'`\n?#]*)[?#][^"'`\n]*/g
const QUERY = /(\/[^\s?#"'`]*)[?#][^\s"'`)>]*/g
/** More words than a name of code has; an address of a page is none. An apostrophe inside a word begins nothing. */
const QUOTED =
  /(?<![\p{L}\p{N}])(?:(["'`])(?!(?:https?:\/)?\/[^\s"'`]*\1)[^\n]{21,}?\1(?![\p{L}\p{N}])|“[^”\n]{21,}”|‘[^’\n]{21,}’|«[^»\n]{21,}»)/gu
const SECRET =
  /\b(bearer\s+|(?:token|password|signature|hash)["']?\s*[:=]\s*)(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[^\s"',]+)/gi
const EMAIL = /[\p{L}\p{M}\p{N}._%+'~-]{1,64}(?:@|%40)[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63})+/giu
/** IPv6 and the addresses of network cards; a place in a script has neither so many parts nor an empty one. */
const ADDRESS =
  /(?<![\w:])(?:(?:[\da-f]{1,4}:){5,7}[\da-f]{1,4}|(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?::(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?)(?:\.\d{1,3}){0,3}(?:%\w+)?(?!\w)/gi
const LONG_WORD = /[\w~+=-]{32,}/g
/** Also with separators, as people write telephone and identity numbers; a place in a script is none. */
const NUMBER = /(\.m?js:\d{1,7}:\d{1,7}(?!\d))|\p{Nd}(?:[ ._-]?\p{Nd}){5,}/gu

/** What a page says of a fault, in one line and without what could tell who saw it. */
export function redact(said: string, max: number): string {
  // One sign may become many: what is long is cut afterwards.
  const normal = said.normalize('NFKC').slice(0, max).replace(INVISIBLE, '')
  return withoutSnippets(normal.replace(UNPARSED, '[text]'))
    .replace(UNOPENED, '[text]')
    .replace(UNCLOSED, '[text]')
    .replace(QUOTED_QUERY, '$1$2?[query]')
    .replace(QUERY, '$1?[query]')
    .replace(QUOTED, '[text]')
    .replace(EMAIL, '[email]')
    .replace(SECRET, '$1[token]')
    .replace(ADDRESS, '[address]')
    .replace(LONG_WORD, '[token]')
    .replace(NUMBER, (_, place?: string) => place ?? '[number]')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Replaces braces and brackets from within. */
function withoutSnippets(said: string): string {
  const less = said.replace(BRACED, '[text]')
  return less === said ? said : withoutSnippets(less)
}
