import { appendAll, isListMarker } from './pastedMarks.ts'

/** The limit of Google Docs and Word. */
const LEVELS_MAX = 9

type Item = { level: number; tag: 'ul' | 'ol'; list: string; content: Node[] }
type Open = Pick<Item, 'level' | 'tag' | 'list'> & { element: HTMLElement }

/** Builds lists from Word's bullet paragraphs and from items that name their level. */
export function buildLists(body: HTMLElement): void {
  const paragraphs = [...body.querySelectorAll<HTMLElement>('p')].filter((paragraph) => wordList(paragraph))
  const lists = [...body.querySelectorAll('li[data-level]')].map((item) => outermost(item))
  const parts = [...paragraphs, ...lists].flatMap((part) => part?.parentElement ?? [])
  for (const container of new Set(parts)) buildWithin(container)
  for (const marker of body.querySelectorAll('[data-style]'))
    if (isListMarker(marker)) marker.replaceWith(`${marker.textContent.trim()} `)
}

function outermost(item: Element): Element | null {
  let list = item.closest('ul, ol')
  while (list?.parentElement?.matches('ul, ol, li')) list = list.parentElement
  return list
}

function buildWithin(container: Element): void {
  const open: Open[] = []
  for (const [at, child] of [...container.childNodes].entries()) {
    if (!(child instanceof HTMLElement)) {
      if (child.textContent?.trim()) open.length = 0
      continue
    }
    const items = itemsOf(child, String(at))
    if (items.length > 0) {
      for (const item of items) place(item, { open, container, before: child })
      // The paragraph is in the list now.
      if (child.parentElement === container) child.remove()
    } else if (isContinued(child) && open.length > 0) open.at(-1)?.element.lastElementChild?.append(child)
    else open.length = 0
  }
}

/** Adds an item. A list continues if level, tag and list are the same. */
function place({ content, ...item }: Item, given: { open: Open[]; container: Element; before: Element }): void {
  const { open, container, before } = given
  const continues = (list: Open) =>
    list.level < item.level || (list.level === item.level && list.tag === item.tag && list.list === item.list)
  for (let last = open.at(-1); last && !continues(last); last = open.at(-1)) open.pop()
  const around = open.at(-1)
  if (around?.level !== item.level) {
    const element = before.ownerDocument.createElement(item.tag)
    if (around) around.element.lastElementChild?.append(element)
    else container.insertBefore(element, before)
    open.push({ ...item, element })
  }
  const entry = before.ownerDocument.createElement('li')
  appendAll(entry, content)
  open.at(-1)?.element.append(entry)
}

function itemsOf(element: HTMLElement, name: string): Item[] {
  const word = wordList(element)
  if (word) return [{ ...word, content: [element] }]
  return element.matches('ul, ol') && element.querySelector('li[data-level]') ? listItems(element, 1, name) : []
}

function listItems(list: Element, depth: number, name: string): Item[] {
  return [...list.children].flatMap((child) => {
    if (child.matches('ul, ol')) return listItems(child, depth + 1, name)
    const within = [...child.childNodes]
    const isList = (node: Node): node is Element => node instanceof Element && node.matches('ul, ol')
    const level = Math.min(Number(child.getAttribute('data-level')) || depth, LEVELS_MAX)
    const content = within.filter((node) => !isList(node))
    const own = child.getAttribute('data-list') ?? name
    const tag = list.localName === 'ol' ? 'ol' : 'ul'
    return [
      { level, tag, list: own, content },
      ...within.filter(isList).flatMap((one) => listItems(one, level + 1, name)),
    ]
  })
}

/** Reads Word's list style of a paragraph, `mso-list: l0 level2 lfo1`, and removes its bullet or number. */
function wordList(paragraph: HTMLElement): Omit<Item, 'content'> | undefined {
  const [, list, level, use] =
    /mso-list\s*:\s*(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i.exec(paragraph.dataset.style ?? '') ?? []
  if (!level || paragraph.localName !== 'p') return undefined
  const marker = [...paragraph.querySelectorAll('span')].find(isListMarker)
  const text = paragraph.dataset.marker ?? marker?.textContent.trim() ?? ''
  paragraph.dataset.marker = text
  marker?.remove()
  // A single letter is a bullet of a symbol font.
  const tag = /^\(?(?:\d|[a-z]{1,6}[.):])/i.test(text) ? 'ol' : 'ul'
  return { level: Math.min(Number(level), LEVELS_MAX), tag, list: `${list} ${use}` }
}

/** Whether this is a further paragraph of the previous item. */
function isContinued({ localName, dataset }: HTMLElement): boolean {
  return localName === 'p' && /^MsoList(?:Paragraph|Continue)/.test(dataset.class ?? '')
}
