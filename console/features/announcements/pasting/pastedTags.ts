/** Attributes that are read, renamed so that they load and style nothing. */
const ATTRIBUTES = new Map([
  ['href', 'href'],
  ['style', 'data-style'],
  ['class', 'data-class'],
  ['role', 'data-role'],
  ['alt', 'data-alt'],
  ['src', 'data-src'],
  ['aria-level', 'data-level'],
  ['data-aria-level', 'data-level'],
  ['data-listid', 'data-list'],
])
/** Elements that are dropped with their content. */
const DROPPED = new Map([
  ['script', /<\/script\s*>/gi],
  ['style', /<\/style\s*>/gi],
  ['xml', /<\/xml\s*>/gi],
])

const TAG_NAME = /[a-z][a-z0-9:-]*/iy
const GAP = /[\s/]*/y
const ATTRIBUTE_NAME = /[^\s/<>][^\s/<>=]*/y
const EQUALS = /\s*=\s*/y
const UNQUOTED = /[^\s<>]*/y

/** The output of a part of the text, and where the part ends. */
type Part = { output: string; end: number }

/**
 * Removes comments, scripts, styles and data pictures from pasted HTML, and renames or drops attributes. It must run
 * before a parser, because the page's content security policy would report them. Its time is linear in the text.
 */
export function neutralizeHtml(html: string): string {
  const output: string[] = []
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    const part = partAt(html, open)
    output.push(html.slice(at, open), part.output)
    at = part.end
  }
  output.push(html.slice(at))
  return output.join('')
}

function partAt(html: string, open: number): Part {
  // A comment may be as short as `<!-->`.
  if (html.startsWith('<!--', open)) return { output: '', end: endOf('-->', html, open + 2) }
  if (html[open + 1] === '!' || html[open + 1] === '?') return { output: '', end: endOf('>', html, open) }
  const end = matched(TAG_NAME, html, open + 1)
  const name = html.slice(open + 1, end).toLowerCase()
  if (!name) return { output: '<', end }
  const tag = tagAt(html, open, { name, at: end })
  const closing = DROPPED.get(name)
  return closing && tag.output.startsWith('<') ? { output: '', end: matched(closing, html, tag.end, html.length) } : tag
}

/** A tag with its allowed attributes. If it does not end before the next tag, it is text. */
function tagAt(html: string, open: number, { name, at: start }: { name: string; at: number }): Part {
  const attributes: string[] = []
  let at = start
  for (;;) {
    at = matched(GAP, html, at)
    if (html[at] === '>') return { output: `<${name}${attributes.join('')}>`, end: at + 1 }
    const nameEnd = matched(ATTRIBUTE_NAME, html, at)
    if (nameEnd === at) return { output: html.slice(open, at).replaceAll('<', '&lt;'), end: at }
    const valueAt = matched(EQUALS, html, nameEnd)
    const valueEnd = valueAt === nameEnd ? nameEnd : endOfValue(html, valueAt)
    const read = ATTRIBUTES.get(html.slice(at, nameEnd).toLowerCase())
    if (read && valueEnd > valueAt) attributes.push(` ${read}=${quoted(html.slice(valueAt, valueEnd))}`)
    at = valueEnd
  }
}

function endOfValue(html: string, at: number): number {
  const first = html.charAt(at)
  return first === '"' || first === "'" ? endOf(first, html, at + 1) : matched(UNQUOTED, html, at)
}

function quoted(given: string): string {
  if (/^["']?\s*data:/i.test(given)) return '"data:"'
  return /^["']/.test(given) ? given : `"${given.replaceAll('"', '&quot;')}"`
}

/** The end of the next occurrence, or the end of the text. */
function endOf(text: string, html: string, from: number): number {
  const found = html.indexOf(text, from)
  return found < 0 ? html.length : found + text.length
}

/** The end of the match here, or of the next match of a global expression. */
function matched(expression: RegExp, html: string, from: number, otherwise = from): number {
  expression.lastIndex = from
  return expression.test(html) ? expression.lastIndex : otherwise
}
