/** Attributes that are read. Styles and addresses get names under which they load and style nothing. */
const ATTRIBUTES = new Map([
  ...['href', 'class', 'role', 'alt', 'aria-level', 'data-listid'].map((name) => [name, name] as const),
  ['style', 'data-style'],
  ['src', 'data-src'],
  ['data-aria-level', 'aria-level'],
])

/** A comment (as short as `<!-->`), an element that is dropped with its content, or a tag. */
const MARKUP =
  /<!-(?=-).*?(?:-->|$)|<(script|style|xml)(?=[\s/>]).*?(?:<\/\1\s*>|$)|<([a-z][^\s<>"'/]*)([^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*)(>?)/gis
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g

/**
 * Removes comments, scripts, styles and data pictures from pasted HTML, and renames or drops attributes. It must run
 * before a parser, because the page's content security policy would report them. No expression may go back and try
 * again, so that the time is linear in the text: a tag without an end is matched too, as text.
 */
export function neutralizeHtml(html: string): string {
  return html.replace(MARKUP, (markup, _dropped, name?: string, attributes = '', end = '') => {
    if (!name) return ''
    return end ? `<${name}${keptAttributes(attributes)}>` : markup.replaceAll('<', '&lt;')
  })
}

function keptAttributes(attributes: string): string {
  let kept = ''
  for (const [, name = '', value] of attributes.matchAll(ATTRIBUTE)) {
    const read = value && ATTRIBUTES.get(name.toLowerCase())
    if (read) kept += ` ${read}=${/^["']?\s*data:/i.test(value) ? '"data:"' : value}`
  }
  return kept
}
