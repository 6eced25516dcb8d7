import { announcementTags, isAllowedLink } from '@stampus/contract/announcements'
import * as texts from '@stampus/contract/texts'
import { FieldError } from '@stampus/ui/Field'
import { proseLook } from '@stampus/ui/Prose'
import { Node } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, type Editor as TiptapEditor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type Dispatch, type SetStateAction, useEffect, useId, useLayoutEffect } from 'react'
import { showToast } from '../../shared/toasts.ts'
import { EditorBar } from './EditorBar.tsx'
import { readPasted } from './pasting/pastedHtml.ts'
import { appendAll } from './pasting/pastedMarks.ts'
import { type LeftOutPicture, pictureFiles } from './pasting/pastedPictures.ts'

type Props = {
  label: string
  /** HTML; what is typed comes back as HTML. */
  value: string
  onChange: (html: string) => void
  /** Where a form puts the focus when this field is at error. */
  fieldRef: (field: { focus: () => void } | null) => void
  /** Pasted and dropped pictures, which the text cannot hold, are added to these. */
  setLeftOut: Dispatch<SetStateAction<LeftOutPicture[]>>
  /** While it rests nothing is written. */
  resting: boolean
  error?: string | undefined
}

/** A table stays as it is between the text that can be changed; of a pasted one only what announcements keep. */
const ReadOnlyTable = Node.create({
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
  if (isAllowedLink(href)) copy.setAttribute('href', href)
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

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['mailto', 'tel'],
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  ReadOnlyTable,
]

/** A text with headings, lists, quotes and links. What is pasted loses all that members would not be shown. */
export function Editor({ label, value, onChange, fieldRef, setLeftOut, resting, error }: Props) {
  const id = useId()
  const described = error ? `${id}-error` : ''
  const editor = useEditor({
    extensions,
    content: value,
    injectCSS: false,
    editorProps: propsOf(label, described, setLeftOut),
    onUpdate: ({ editor: changed }) => onChange(writtenIn(changed)),
  })
  useEffect(() => {
    editor?.setOptions({ editorProps: propsOf(label, described, setLeftOut) })
  }, [editor, label, described, setLeftOut])
  useLayoutEffect(() => {
    editor?.setEditable(!resting, false)
  }, [editor, resting])
  useEffect(() => {
    fieldRef(editor ? { focus: () => editor.commands.focus() } : null)
    return () => fieldRef(null)
  }, [editor, fieldRef])
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 font-semibold">
        {label}
      </p>
      <div
        className={`rounded-control border bg-sheet focus-within:outline-3 focus-within:outline-blue ${error ? 'border-rejected' : 'border-border-strong'}`}
      >
        {editor ? <EditorBar editor={editor} /> : null}
        <EditorContent editor={editor} />
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

/** Below a list, quote or table the editor keeps an empty paragraph to write in. */
function writtenIn(editor: TiptapEditor): string {
  return editor.getHTML().replace(/(?:<p><\/p>)+$/, '')
}

function propsOf(label: string, describedBy: string, setLeftOut: Props['setLeftOut']) {
  const attributes = {
    role: 'textbox',
    'aria-label': label,
    'aria-multiline': 'true',
    ...(describedBy && { 'aria-invalid': 'true', 'aria-describedby': describedBy }),
    class: `${proseLook} min-h-48 content-start whitespace-break-spaces px-3 py-3 outline-none`,
  }
  const leaveOut = (pictures: LeftOutPicture[]) => {
    if (pictures.length > 0) setLeftOut((before) => [...before, ...pictures])
  }
  const transformPastedHTML = (given: string) => {
    const read = readPasted(given)
    if (!read) {
      showToast(texts.pastedTooLong, 'error')
      return ''
    }
    leaveOut(read.pictures)
    return read.html
  }
  // Nothing but pictures: what is selected stays.
  const takeNothing = (data: DataTransfer | null, { size }: Slice) => {
    if (size > 0) return false
    const html = data?.getData('text/html')
    const pictures = html ? [] : pictureFiles(data?.files)
    leaveOut(pictures)
    return Boolean(html) || pictures.length > 0
  }
  return {
    attributes,
    transformPastedHTML,
    transformPasted: onItsOwn,
    handlePaste: (_: EditorView, event: ClipboardEvent, slice: Slice) => takeNothing(event.clipboardData, slice),
    handleDrop: (_: EditorView, event: DragEvent, slice: Slice) => takeNothing(event.dataTransfer, slice),
    handleDOMEvents: { click: stayHere },
  }
}

/** A heading or a list that comes first stays one, though the cursor is at the end of a paragraph. */
function onItsOwn(slice: Slice, { state }: EditorView): Slice {
  const { content, openEnd } = slice
  const first = content.firstChild
  const isPart = first?.isTextblock && content.childCount === 1
  if (!first || isPart || first.type.name === 'paragraph' || state.selection.$from.depth !== 1) return slice
  return new Slice(content, 0, openEnd)
}

/** The links of a table that is kept as it is would lead away. */
function stayHere(_: unknown, event: MouseEvent): boolean {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
  return false
}
