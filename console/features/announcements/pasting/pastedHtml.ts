import { PASTED_HTML_MAX } from '@stampus/contract/limits'
import { isAllowedLink } from '@stampus/contract/values/announcementHtml'
import { buildLists } from './pastedLists.ts'
import { appendAll, normalizeMarks, unwrap } from './pastedMarks.ts'
import { extractPictures, type OmittedPicture } from './pastedPictures.ts'
import { neutralizeHtml } from './pastedTags.ts'

const BLOCK = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, div, hr'

/**
 * Cleans pasted HTML, for example from Google Docs or Word: it keeps bold, italics, lists and the two heading levels of
 * announcements, and lists the pictures that it removes. The editor and the server filter the rest. Returns undefined if
 * the text is too long for an announcement.
 */
export function cleanPastedHtml(given: string): { html: string; pictures: OmittedPicture[] } | undefined {
  const harmless = neutralizeHtml(given)
  if (harmless.length > PASTED_HTML_MAX) return undefined
  const { body } = new DOMParser().parseFromString(harmless, 'text/html')
  for (const hidden of body.querySelectorAll<HTMLElement>('[data-style]'))
    if (/(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)/i.test(hidden.dataset.style ?? '')) hidden.remove()
  const pictures = extractPictures(body)
  normalizeMarks(body)
  normalizeHeadings(body)
  removeBlanks(body)
  buildLists(body)
  for (const link of body.querySelectorAll('a')) if (!isAllowedLink(link.getAttribute('href') ?? '')) unwrap(link)
  return { html: body.innerHTML, pictures }
}

/** If the text has first-level headings, second-level ones become the smaller heading. */
function normalizeHeadings(body: HTMLElement): void {
  const headings = [...body.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6, p')].flatMap((element) => {
    const level = levelOf(element)
    return level ? [{ element, level }] : []
  })
  const largest = headings.some(({ level }) => level === 1) ? 1 : 2
  for (const { element, level } of headings) {
    const heading = body.ownerDocument.createElement(level <= largest ? 'h2' : 'h3')
    appendAll(heading, element.childNodes)
    element.replaceWith(heading)
  }
}

/** Word writes headings as paragraphs with a class or role. */
function levelOf({ localName, dataset }: HTMLElement): number | undefined {
  if (/^h\d$/.test(localName)) return Number(localName[1])
  const [, kind, number] = /^Mso(Title|Subtitle|Heading(\d?))(?:CxSp\w+)?$/.exec(dataset.class ?? '') ?? []
  if (kind) return kind === 'Title' ? 1 : Number(number) || 2
  return dataset.role === 'heading' ? Number(dataset.level) || 2 : undefined
}

/** Removes empty paragraphs and extra line breaks: announcements have their own spacing. */
function removeBlanks(body: HTMLElement): void {
  for (const block of body.querySelectorAll('p, h2, h3'))
    if (!block.closest('td, th') && !block.textContent.trim()) block.remove()
  // Joins adjacent texts, so that no blank text is visited twice.
  body.normalize()
  for (const br of body.querySelectorAll('br'))
    if (isBlock(neighbour(br, 'previousSibling'))) removeWithBlank(br)
    else if (isBlock(neighbour(br, 'nextSibling')) || endsBody(br, body)) br.remove()
}

function removeWithBlank(br: Element): void {
  const { previousSibling } = br
  if (previousSibling instanceof Text) previousSibling.remove()
  br.remove()
}

const isBlock = (node: Node | null) => node instanceof Element && node.matches(BLOCK)
const endsBody = (br: Element, body: HTMLElement) => br.parentNode === body && neighbour(br, 'nextSibling') === null

function neighbour(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let next = node[side]
  while (next instanceof Text && !next.data.trim()) next = next[side]
  return next
}
