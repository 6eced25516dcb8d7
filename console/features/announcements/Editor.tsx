import { announcementTags, isAllowedLink } from '@stampus/contract/values/announcementHtml'
import { FieldError } from '@stampus/ui/Field'
import { proseLook } from '@stampus/ui/Prose'
import { Node } from '@tiptap/core'
import { EditorContent, type Editor as TiptapEditor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type Dispatch, type SetStateAction, useEffect, useId, useLayoutEffect, useState } from 'react'
import { EditorBar } from './EditorBar.tsx'
import type { OmittedPicture } from './pasting/OmittedPictures.tsx'
import { Pasting } from './pasting/Pasting.ts'

type Props = {
  label: string
  /** The language of the text, if it is not that of the page. */
  lang?: 'ms' | undefined
  value: string
  onChange: (html: string) => void
  /** The form focuses this field if it has an error. */
  fieldRef: (field: { focus: () => void } | null) => void
  /** Adds pictures that were pasted or dropped, since the text cannot hold them. */
  setOmitted: Dispatch<SetStateAction<OmittedPicture[]>>
  disabled: boolean
  error?: string | undefined
}

/** Tables are read-only blocks in the editable text. Of a pasted table only allowed content stays. */
const ReadOnlyTable = Node.create({
  name: 'keptTable',
  group: 'block',
  atom: true,
  addAttributes: () => ({ table: { default: null, rendered: false } }),
  parseHTML: () => [{ tag: 'table', getAttrs: (table) => ({ table: sanitizedCopy(table) }) }],
  renderHTML: ({ node }) => ({ dom: node.attrs.table.cloneNode(true) }),
})

function sanitizedCopy(element: HTMLElement): HTMLElement {
  const copy = document.createElement(element.localName)
  const href = element.localName === 'a' ? (element.getAttribute('href') ?? '') : ''
  if (isAllowedLink(href)) copy.setAttribute('href', href)
  for (const node of allowedContent(element)) copy.append(node)
  return copy
}

function allowedContent(element: HTMLElement): (HTMLElement | string)[] {
  return Array.from(element.childNodes).flatMap((child) => {
    if (child instanceof Text) return [child.data]
    if (!(child instanceof HTMLElement) || /^(?:script|style)$/.test(child.localName)) return []
    return announcementTags.includes(child.localName) ? [sanitizedCopy(child)] : allowedContent(child)
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

/** An editor for text with headings, lists, quotes and links. Pasted content loses what members would not see. */
export function Editor({ label, lang, value, onChange, fieldRef, setOmitted, disabled, error }: Props) {
  const id = useId()
  const described = error ? `${id}-error` : ''
  const [allExtensions] = useState(() => [
    ...extensions,
    Pasting.configure({ addOmitted: (pictures) => setOmitted((before) => [...before, ...pictures]) }),
  ])
  const editor = useEditor({
    extensions: allExtensions,
    content: value,
    injectCSS: false,
    editorProps: buildEditorProps(label, lang, described),
    onUpdate: ({ editor: changed }) => onChange(toHtml(changed)),
  })
  useEffect(() => {
    editor?.setOptions({ editorProps: buildEditorProps(label, lang, described) })
  }, [editor, label, lang, described])
  useLayoutEffect(() => {
    editor?.setEditable(!disabled, false)
  }, [editor, disabled])
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
        {editor ? <EditorBar editor={editor} label={label} /> : null}
        <EditorContent editor={editor} />
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

/** Removes the empty paragraph that the editor keeps below a list, quote or table. */
function toHtml(editor: TiptapEditor): string {
  return editor.getHTML().replace(/(?:<p><\/p>)+$/, '')
}

function buildEditorProps(label: string, lang: Props['lang'], describedBy: string) {
  const attributes = {
    role: 'textbox',
    'aria-label': label,
    'aria-multiline': 'true',
    ...(lang && { lang }),
    ...(describedBy && { 'aria-invalid': 'true', 'aria-describedby': describedBy }),
    class: `${proseLook} min-h-48 content-start whitespace-break-spaces px-3 py-3 outline-none`,
  }
  return { attributes, handleDOMEvents: { click: preventNavigation } }
}

/** Links in a read-only table must not leave the page. */
function preventNavigation(_: unknown, event: MouseEvent): boolean {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
  return false
}
