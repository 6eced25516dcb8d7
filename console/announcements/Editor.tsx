import { FieldFault } from '@stampus/ui/Field'
import { proseLook } from '@stampus/ui/Prose'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useLayoutEffect } from 'react'
import { EditorBar } from './EditorBar.tsx'
import { KeptTable } from './keptTable.ts'
import { plainHtml } from './plainHtml.ts'

type Props = {
  label: string
  /** HTML; what is typed comes back as HTML. */
  value: string
  onChange: (html: string) => void
  /** Where a form puts the focus when this field is at fault. */
  fieldRef: (field: { focus: () => void } | null) => void
  /** While it rests nothing is written. */
  resting: boolean
  error?: string | undefined
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
  KeptTable,
]

/** A text with headings, lists, quotes and links. What is pasted loses all that members would not be shown. */
export function Editor({ label, value, onChange, fieldRef, resting, error }: Props) {
  const id = useId()
  const editor = useEditor({
    extensions,
    content: value,
    injectCSS: false,
    editorProps: propsOf(label, error ? `${id}-fault` : ''),
    onUpdate: ({ editor: changed }) => onChange(changed.getHTML()),
  })
  useEffect(() => {
    editor?.setOptions({ editorProps: propsOf(label, error ? `${id}-fault` : '') })
  }, [editor, label, error, id])
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
        className={`rounded-control border bg-sheet focus-within:outline-3 focus-within:outline-blue ${error ? 'border-rejected' : 'border-edge'}`}
      >
        {editor ? <EditorBar editor={editor} /> : null}
        <EditorContent editor={editor} />
      </div>
      {error ? <FieldFault id={`${id}-fault`} text={error} /> : null}
    </div>
  )
}

function propsOf(label: string, describedBy: string) {
  const attributes = {
    role: 'textbox',
    'aria-label': label,
    'aria-multiline': 'true',
    ...(describedBy && { 'aria-invalid': 'true', 'aria-describedby': describedBy }),
    class: `${proseLook} min-h-48 content-start whitespace-break-spaces px-3 py-3 outline-none`,
  }
  return { attributes, transformPastedHTML: plainHtml, handleDOMEvents: { click: stayHere } }
}

/** The links of a table that is kept as it is would lead away. */
function stayHere(_: unknown, event: MouseEvent): boolean {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
  return false
}
