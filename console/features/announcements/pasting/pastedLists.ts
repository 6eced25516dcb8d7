/** The limit of Google Docs and Word. */
const LEVELS_MAX = 9

type Item = { level: number; tag: 'ul' | 'ol'; list: string }

/** Builds lists from Word's bullet paragraphs and from items that name their level, in Google Docs and Word online. */
export function buildLists(body: HTMLElement): void {
  const items = new Map<Node, Item>([...wordItems(body), ...flattenedItems(body)])
  // Word online puts each item into a list and a box of its own.
  for (const box of parentsOf(items))
    if (box.localName === 'div' && [...box.children].every((child) => items.has(child))) unwrap(box)
  for (const container of parentsOf(items)) buildWithin(container, items)
  for (const marker of body.querySelectorAll('[data-style]'))
    if (isMarker(marker)) marker.replaceWith(`${marker.textContent.trim()} `)
}

const parentsOf = (items: Map<Node, Item>) => new Set([...items.keys()].flatMap((item) => item.parentElement ?? []))

function buildWithin(container: Element, items: Map<Node, Item>): void {
  const open: (Item & { element: HTMLElement })[] = []
  for (const node of [...container.childNodes]) {
    const item = items.get(node)
    const around = open.at(-1)
    if (!item) {
      if (around && isContinued(node)) around.element.lastElementChild?.append(node)
      else if (!isBlank(node)) open.length = 0
      continue
    }
    for (let last = open.at(-1); last && !continues(last, item); last = open.at(-1)) open.pop()
    let list = open.at(-1)
    if (list?.level !== item.level) {
      const element = container.ownerDocument.createElement(item.tag)
      if (list) list.element.lastElementChild?.append(element)
      else container.insertBefore(element, node)
      list = { ...item, element }
      open.push(list)
    }
    const entry = node instanceof HTMLLIElement ? node : container.ownerDocument.createElement('li')
    if (entry !== node) entry.append(node)
    list.element.append(entry)
  }
}

/** Whether the item belongs to the open list, or to a list inside it. */
const continues = (open: Item, item: Item) =>
  open.level < item.level || (open.level === item.level && open.tag === item.tag && open.list === item.list)

/** Whether this is a further paragraph of the previous item. */
const isContinued = (node: Node) =>
  node instanceof HTMLParagraphElement && /^MsoList(?:Paragraph|Continue)/.test(node.dataset.class ?? '')

const isBlank = (node: Node) =>
  !node.textContent?.trim() && !(node instanceof Element && node.matches('hr, table, ul, ol'))

/** Word's paragraphs with a list style, `mso-list: l0 level2 lfo1`. Removes the bullet or number before their text. */
function wordItems(body: HTMLElement): [Node, Item][] {
  return [...body.querySelectorAll<HTMLElement>('p[data-style]')].flatMap((paragraph) => {
    const [, list, level, use] =
      /mso-list\s*:\s*(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i.exec(paragraph.dataset.style ?? '') ?? []
    if (!level) return []
    const marker = [...paragraph.querySelectorAll('span')].find(isMarker)
    marker?.remove()
    // A single letter is a bullet of a symbol font.
    const tag = /^\(?(?:\d|[a-z]{1,6}[.):])/i.test(marker?.textContent.trim() ?? '') ? 'ol' : 'ul'
    return [[paragraph, { level: Math.min(Number(level), LEVELS_MAX), tag, list: `${list} ${use}` }]]
  })
}

const isMarker = (element: Element) => /mso-list\s*:\s*ignore/i.test(element.getAttribute('data-style') ?? '')

/** Items that name their level, after removing the lists around them. */
function flattenedItems(body: HTMLElement): [Node, Item][] {
  const lists = [...body.querySelectorAll(':is(ul, ol):has(> li[aria-level])')]
  let outermost = 0
  const items = lists.flatMap((list): [Node, Item][] => {
    if (!list.parentElement?.closest('ul, ol')) outermost += 1
    const tag = list.localName === 'ol' ? 'ol' : 'ul'
    return [...list.querySelectorAll<HTMLElement>(':scope > li')].map((item) => {
      const level = Math.min(Number(item.ariaLevel) || 1, LEVELS_MAX)
      return [item, { level, tag, list: item.dataset.listid ?? String(outermost) }]
    })
  })
  for (const list of lists) unwrap(list)
  return items
}

/** Replaces an element by its content, one node at a time: a call has a limit of arguments. */
function unwrap(element: Element): void {
  for (const node of [...element.childNodes]) element.before(node)
  element.remove()
}
