import { PASTED_HTML_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { isAllowedLink } from '@stampus/contract/values/announcementHtml'
import { Extension } from '@tiptap/core'
import {
  DOMParser,
  DOMSerializer,
  Fragment,
  type Node,
  type ParseOptions,
  type ParseRule,
  type Schema,
  Slice,
} from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { showToast } from '../../../shared/toasts.ts'
import { extractPictures, type OmittedPicture, pictureFiles } from './OmittedPictures.tsx'
import { neutralizeHtml } from './pastedHtml.ts'
import { buildLists } from './pastedLists.ts'

type Options = { addOmitted: (pictures: OmittedPicture[]) => void }

/** Pasted and dropped content loses what members would not see; its pictures are passed on. */
export const Pasting = Extension.create<Options>({
  name: 'pasting',
  addOptions: () => ({ addOmitted: () => undefined }),
  addProseMirrorPlugins() {
    const { addOmitted } = this.options
    // If only pictures were pasted, the selection stays.
    const handlePictures = (data: DataTransfer | null, { size }: Slice) => {
      if (size > 0) return false
      const html = data?.getData('text/html')
      const pictures = html ? [] : pictureFiles(data?.files)
      addOmitted(pictures)
      return Boolean(html) || pictures.length > 0
    }
    return [
      new Plugin({
        props: {
          transformPastedHTML,
          clipboardParser: new PastedParser(this.editor.schema, addOmitted),
          transformPasted: keepLeadingBlock,
          handlePaste: (_, event, slice) => handlePictures(event.clipboardData, slice),
          handleDrop: (_, event, slice) => handlePictures(event.dataTransfer, slice),
        },
      }),
    ]
  },
})

function transformPastedHTML(given: string): string {
  const harmless = neutralizeHtml(given)
  if (harmless.length <= PASTED_HTML_MAX) return harmless
  showToast(texts.pastedTooLong, 'error')
  return ''
}

const isLight = (weight: string) => /^(?:normal|lighter|[1-5]\d\d)$/.test(weight)
const isHeavy = (weight: string) => /^(?:bold|bolder|[6-9]\d\d|1000)$/.test(weight)

/** How pasted elements become those of the editor. Google Docs wraps all copied text in a `b` that is not bold. */
const rules: ParseRule[] = [
  {
    style: 'font-weight',
    getAttrs: (weight) => isLight(weight) && null,
    clearMark: ({ type }) => type.name === 'bold',
  },
  { style: 'font-weight', getAttrs: (weight) => isHeavy(weight) && null, mark: 'bold' },
  { style: 'font-style=normal', clearMark: ({ type }) => type.name === 'italic' },
  { style: 'font-style', mark: 'italic', getAttrs: (slant) => /^(?:italic|oblique)/.test(slant) && null },
  { tag: 'b, strong', mark: 'bold', getAttrs: (b) => !isLight(b.style.fontWeight) && null },
  { tag: 'i, em', mark: 'italic', getAttrs: (i) => i.style.fontStyle !== 'normal' && null },
  { tag: 'a', skip: true, getAttrs: (a) => !isAllowedLink(a.getAttribute('href') ?? '') && null },
  { tag: 'h1, h2, h3, h4, h5, h6, p', node: 'heading', getAttrs: (element) => levelOf(element) },
]

/** Word writes headings as paragraphs with a class or role. */
function levelOf(element: HTMLElement): { level: number } | false {
  if (/^h\d$/.test(element.localName)) return { level: Number(element.localName[1]) }
  const [, kind, number] = /^Mso(Title|Subtitle|Heading(\d?))(?:CxSp\w+)?$/.exec(element.dataset.class ?? '') ?? []
  if (kind) return { level: kind === 'Title' ? 1 : Number(number) || 2 }
  return element.getAttribute('role') === 'heading' && { level: Number(element.getAttribute('aria-level')) || 2 }
}

/** Reads HTML from other programs, such as Google Docs or Word. */
class PastedParser extends DOMParser {
  readonly #addOmitted: Options['addOmitted']

  constructor(schema: Schema, addOmitted: Options['addOmitted']) {
    const ofSchema = DOMParser.fromSchema(schema).rules.filter(({ mark }) => mark !== 'bold' && mark !== 'italic')
    super(schema, [...rules, ...ofSchema])
    this.#addOmitted = addOmitted
  }

  override parseSlice(body: HTMLElement, options: ParseOptions): Slice {
    if (options.preserveWhitespace) return super.parseSlice(body, options)
    for (const hidden of body.querySelectorAll<HTMLElement>('[data-style]'))
      if (/(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)/i.test(hidden.dataset.style ?? '')) hidden.remove()
    const pictures = extractPictures(body)
    if (pictures.length > 0) this.#addOmitted(pictures)
    buildLists(body)
    applyStyles(body)
    const serializer = DOMSerializer.fromSchema(this.schema)
    for (const cell of body.querySelectorAll<HTMLElement>(':is(td, th, caption):not(table table *)')) {
      const { content } = super.parseSlice(withMarksAround(cell))
      cell.replaceChildren(serializer.serializeFragment(withoutBold(content, cell.localName === 'th')))
    }
    return Slice.maxOpen(tidied(withoutBold(super.parseSlice(body, options).content)))
  }
}

/** Sets the styles that the rules read, as a script may: the content security policy rejects them as attributes. */
function applyStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
    const { fontWeight, fontStyle } = element.style
    element.style.cssText = ''
    Object.assign(element.style, { fontStyle, fontWeight })
  }
}

/** Gives the content of a cell the bold and italics of the cell and all around it. A cell is parsed on its own. */
function withMarksAround(cell: HTMLElement): HTMLElement {
  // A block would put text into a paragraph.
  const content = cell.ownerDocument.createElement('span')
  const bold = cell.closest<HTMLElement>('[style*="font-weight"], b, strong')
  const italic = cell.closest<HTMLElement>('[style*="font-style"], i, em')
  if (bold) content.style.fontWeight = bold.style.fontWeight || 'bold'
  if (italic) content.style.fontStyle = italic.style.fontStyle || 'italic'
  for (const node of [...cell.childNodes]) content.append(node)
  cell.append(content)
  return cell
}

/** Headings and the heads of tables are bold anyway. */
function withoutBold(content: Fragment, isHead = false): Fragment {
  return Fragment.from(
    content.content.map((node) => {
      if (!node.isInline) return node.copy(withoutBold(node.content, isHead || node.type.name === 'heading'))
      return isHead ? node.mark(node.marks.filter(({ type }) => type.name !== 'bold')) : node
    }),
  )
}

/**
 * Removes empty blocks, and breaks and blanks at the ends of others: announcements have their own spacing. If there are
 * first-level headings, second-level ones become the smaller heading.
 */
function tidied(pasted: Fragment): Fragment {
  let largest = 2
  pasted.descendants(({ type, attrs }) => {
    if (type.name === 'heading' && attrs.level === 1) largest = 1
  })
  const tidy = (content: Fragment, parent?: Node): Node[] => {
    const nodes: Node[] = []
    let line: Node[] = []
    const endLine = () => {
      nodes.push(...trimmed(line))
      line = []
    }
    for (const node of content.content) {
      if (node.isInline) {
        line.push(node)
        continue
      }
      endLine()
      const inside = Fragment.from(tidy(node.content, node))
      // An item begins with a paragraph.
      const isNeeded = node.isLeaf || inside.size > 0 || (parent?.type.name === 'listItem' && nodes.length === 0)
      if (!isNeeded) continue
      if (node.type.name !== 'heading') nodes.push(node.copy(inside))
      else nodes.push(node.type.create({ level: node.attrs.level <= largest ? 2 : 3 }, inside))
    }
    endLine()
    return nodes
  }
  const isPartOfLine = pasted.content.every(({ isInline }) => isInline)
  return isPartOfLine ? pasted : Fragment.from(tidy(pasted))
}

/** A line without breaks and blanks at its ends. */
function trimmed(line: Node[]): Node[] {
  const isBlank = ({ text = '', type }: Node) => type.name === 'hardBreak' || (type.name === 'text' && !text.trim())
  const first = line.findIndex((node) => !isBlank(node))
  const last = line.findLast((node) => !isBlank(node))
  if (!last) return []
  const end = last.text ? last.type.schema.text(last.text.trimEnd(), last.marks) : last
  return [...line.slice(first, line.lastIndexOf(last)), end]
}

/** Keeps a leading heading or list as its own block, even if the cursor is at the end of a paragraph. */
function keepLeadingBlock(slice: Slice, { state }: EditorView): Slice {
  const { content, openEnd } = slice
  const first = content.firstChild
  const isPart = first?.isTextblock && content.childCount === 1
  if (!first || isPart || first.type.name === 'paragraph' || state.selection.$from.depth !== 1) return slice
  return new Slice(content, 0, openEnd)
}
