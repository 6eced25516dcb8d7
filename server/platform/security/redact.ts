const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}]|(?!\s)\p{Cc}/gu
/** The input that a JavaScript engine quotes when it cannot parse it; it may contain quotes itself. */
const UNPARSED = /(?:\.{3})?["'][\s\S]*["'](?:\.{3})?(?= is not valid JSON)/g
/** The innermost braces and brackets, except those that engines write themselves. */
const BRACED = /\{[^{}]*\}|\[(?!(?:text|object \w+|native code|as [\w.$]+|\d{1,5})\])(?:[^[\]]|\[text\])+\]/g
/** JSON whose beginning or end is cut off. */
const UNOPENED = /^[^\n]*["'][^\n]*\}/gm
const UNCLOSED = /[{[]\s*["'][^\n]*/g
const QUOTED_QUERY = /(["'`])([^"'`\n?#]*\/[^"'`\n?#]*)[?#][^"'`\n]*/g
const QUERY = /(\/[^\s?#"'`]*)[?#][^\s"'`)>]*/g
/** Quoted text longer than an identifier, except URLs. An apostrophe inside a word starts no quotation. */
const QUOTED =
  /(?<![\p{L}\p{N}])(?:(["'`])(?!(?:https?:\/)?\/[^\s"'`]*\1)[^\n]{21,}?\1(?![\p{L}\p{N}])|“[^”\n]{21,}”|‘[^’\n]{21,}’|«[^»\n]{21,}»)/gu
const SECRET =
  /\b(bearer\s+|(?:token|password|signature|hash)["']?\s*[:=]\s*)(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[^\s"',]+)/gi
const EMAIL = /[\p{L}\p{M}\p{N}._%+'~-]{1,64}(?:@|%40)[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63})+/giu
/** IPv6 and MAC addresses. A position in a script has fewer parts and no empty one. */
const ADDRESS =
  /(?<![\w:])(?:(?:[\da-f]{1,4}:){5,7}[\da-f]{1,4}|(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?::(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?)(?:\.\d{1,3}){0,3}(?:%\w+)?(?!\w)/gi
const LONG_WORD = /[\w~+=-]{32,}/g
/** A number, with separators too, as in telephone and identity numbers; but not a position in a script. */
const NUMBER = /(\.m?js:\d{1,7}:\d{1,7}(?!\d))|\p{Nd}(?:[ ._-]?\p{Nd}){5,}/gu

/** One line of at most `max` characters without anything that could identify a person. */
export function redact(text: string, max: number): string {
  // Normalising can lengthen the text, so it comes before the cut.
  const normal = text.normalize('NFKC').slice(0, max).replace(INVISIBLE, '')
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

function withoutSnippets(text: string): string {
  const less = text.replace(BRACED, '[text]')
  return less === text ? text : withoutSnippets(less)
}
