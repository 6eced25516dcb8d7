import { announcementTags, isLinkAddress } from '@stampus/contract/announcementHtml'
import { Node } from '@tiptap/core'
import { appendAll } from './pasting/pastedNodes.ts'

/** A table stays as it is between the text that can be changed; of a pasted one only what announcements keep. */
export const KeptTable = Node.create({
  name: 'keptTable',
  group: 'block',
  atom: true,
  addAttributes: () => ({ table: { default: null, rendered: false } }),
  parseHTML: () => [{ tag: 'table', getAttrs: (table) => ({ table: bare(table) }) }],
  renderHTML: ({ node }) => ({ dom: node.attrs.table.cloneNode(true) }),
})

/** The element with nothing but kept tags, the addresses of links, and text. */
function bare(element: HTMLElement): HTMLElement {
  const copy = document.createElement(element.localName)
  const href = element.localName === 'a' ? (element.getAttribute('href') ?? '') : ''
  if (isLinkAddress(href)) copy.setAttribute('href', href)
  appendAll(copy, contentOf(element))
  return copy
}

function contentOf(element: HTMLElement): (HTMLElement | string)[] {
  return Array.from(element.childNodes).flatMap((child) => {
    if (child instanceof Text) return [child.data]
    if (!(child instanceof HTMLElement) || /^(?:script|style)$/.test(child.localName)) return []
    return announcementTags.includes(child.localName) ? [bare(child)] : contentOf(child)
  })
}
