/** Attributes that are read. Styles, classes and addresses get names under which they load and style nothing. */
const ATTRIBUTES = new Map([
  ...['href', 'role', 'alt', 'aria-level', 'data-listid'].map((name) => [name, name] as const),
  ['style', 'data-style'],
  ['class', 'data-class'],
  ['src', 'data-src'],
  ['data-aria-level', 'aria-level'],
])

/** Quotes may be in a name, or in a value without quotes, as in `title=it's`. */
const ATTRIBUTE = /([^\s/<>][^\s/<>=]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>][^\s<>]*))?/g

/**
 * A comment (as short as `<!-->`), an element that is dropped with its content, a tag, or any other `<` with the
 * instruction that it begins, such as `<![if !vml]>`. With more than 200 attributes, a tag could overflow the stack.
 */
const MARKUP = new RegExp(
  [
    '<!(?=--).*?(?:-->|$)',
    String.raw`<(script|style|xml)(?=[\s/>]).*?(?:</\1\s*>|$)`,
    String.raw`<(/?[a-z][^\s/<>]*)((?:[\s/]*${ATTRIBUTE.source}){0,200}[\s/]*)(>?)`,
    '<(?:[!?/][^>]*>?)?',
  ].join('|'),
  'gis',
)

/**
 * Removes comments, scripts, styles and data pictures from pasted HTML, and renames or drops attributes. It must run
 * before a parser, because the page's content security policy would report them. No expression may go back and try
 * again, so that the time is linear in the text: a tag without an end is matched too, as text.
 */
export function neutralizeHtml(html: string): string {
  return html.replace(
    MARKUP,
    (markup, _dropped, name: string | undefined, attributes = '', _attribute, _value, end = '') => {
      if (end) return `<${name}${keptAttributes(attributes)}>`
      return name || markup === '<' ? withoutTags(markup) : ''
    },
  )
}

function keptAttributes(attributes: string): string {
  let kept = ''
  for (const [, name = '', value] of attributes.matchAll(ATTRIBUTE)) {
    const read = value && ATTRIBUTES.get(name.toLowerCase())
    if (read) kept += ` ${read}=${/^["']?\s*data:/i.test(value) ? '"data:"' : withoutTags(value)}`
  }
  return kept
}

/** The parser must read no tag but those written above. */
const withoutTags = (text: string) => text.replaceAll('<', '&lt;')
