type Marks = { strong: boolean; em: boolean }

const INLINE = 'b, strong, i, em, span, font'

/**
 * Keeps bold and italics where the text really has them, by tag or by style. Google Docs wraps all copied text in a `b`
 * that is not bold.
 */
export function normalizeMarks(body: HTMLElement): void {
  markWithin(body, { strong: false, em: false })
  for (const wrapper of body.querySelectorAll(INLINE))
    if (!wrapper.hasAttribute('data-mark') && !isListMarker(wrapper)) unwrap(wrapper)
  for (const mark of body.querySelectorAll('[data-mark]')) mark.removeAttribute('data-mark')
}

/** Whether this is the bullet or number that Word writes before an item. */
export function isListMarker(element: Element): boolean {
  return /mso-list\s*:\s*ignore/i.test(element.getAttribute('data-style') ?? '')
}

function markWithin(parent: Element, marks: Marks): void {
  for (const child of [...parent.childNodes]) {
    if (child instanceof HTMLElement) markWithin(child, findMarksByEmail(child, marks))
    else if (child instanceof Text && child.data.trim())
      mark(child, { ...marks, strong: marks.strong && !inHead(child) })
  }
}

function findMarksByEmail(element: HTMLElement, around: Marks): Marks {
  const { localName } = element
  const weight = styleOf(element, 'font-weight')
  const slant = styleOf(element, 'font-style')
  const strong = /^(?:b|strong)$/.test(localName) || around.strong
  const em = /^(?:i|em)$/.test(localName) || around.em
  return {
    strong:
      /^(?:bold|bolder|[6-9]\d\d|1000)$/.test(weight) || (strong && !/^(?:normal|lighter|[1-5]\d\d)$/.test(weight)),
    em: /^(?:italic|oblique)$/.test(slant) || (em && slant !== 'normal'),
  }
}

const inHead = (text: Text) => Boolean(text.parentElement?.closest('h1, h2, h3, h4, h5, h6, th'))

function mark(text: Text, marks: Marks): void {
  for (const name of ['em', 'strong'] as const) {
    if (!marks[name]) continue
    const wrapper = text.ownerDocument.createElement(name)
    wrapper.setAttribute('data-mark', '')
    const inner = text.parentElement?.hasAttribute('data-mark') ? text.parentElement : text
    inner.replaceWith(wrapper)
    wrapper.append(inner)
  }
}

/** The value of one style property. Word has others with similar names, such as `mso-bidi-font-weight`. */
function styleOf({ dataset }: HTMLElement, property: string): string {
  const declared = (dataset.style ?? '')
    .split(';')
    .map((each) => each.split(':').map((part) => part.trim().toLowerCase()))
  const [value = ''] = declared.findLast(([name]) => name === property)?.[1]?.split('!') ?? []
  return value.trim()
}

// One node at a time, because a call has a limit of arguments and pasted text may exceed it.

export function appendAll(element: Element, nodes: Iterable<Node | string>): void {
  for (const node of [...nodes]) element.append(node)
}

/** Replaces an element by its content. */
export function unwrap(element: Element): void {
  for (const node of [...element.childNodes]) element.before(node)
  element.remove()
}
