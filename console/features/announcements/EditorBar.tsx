import { isAllowedLink } from '@stampus/contract/values/announcementHtml'
import { Button } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { Field } from '@stampus/ui/Field'
import type { ChainedCommands } from '@tiptap/core'
import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Undo2,
} from 'lucide-react'
import { type ComponentType, type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { SubmitActions } from '../../shared/dialogs/ConfirmDialog.tsx'

type Icon = ComponentType<{ className?: string }>

type Tool = {
  name: string
  icon: Icon
  press: (commands: ChainedCommands) => ChainedCommands
  /** The name and attributes of what it switches on. */
  isOn?: [type: string, attributes?: object]
}

const tools: Tool[] = [
  { name: 'Bold', icon: Bold, press: (text) => text.toggleBold(), isOn: ['bold'] },
  { name: 'Italic', icon: Italic, press: (text) => text.toggleItalic(), isOn: ['italic'] },
  heading('Heading', Heading2, 2),
  heading('Subheading', Heading3, 3),
  { name: 'Bulleted list', icon: List, press: (text) => text.toggleBulletList(), isOn: ['bulletList'] },
  { name: 'Numbered list', icon: ListOrdered, press: (text) => text.toggleOrderedList(), isOn: ['orderedList'] },
  { name: 'Quote', icon: Quote, press: (text) => text.toggleBlockquote(), isOn: ['blockquote'] },
  { name: 'Undo', icon: Undo2, press: (text) => text.undo() },
  { name: 'Redo', icon: Redo2, press: (text) => text.redo() },
]

function heading(name: string, icon: Icon, level: 2 | 3): Tool {
  return { name, icon, press: (text) => text.toggleHeading({ level }), isOn: ['heading', { level }] }
}

export function EditorBar({ editor, label }: { editor: Editor; label: string }) {
  const [linking, setLinking] = useState(false)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => [...tools.map(({ isOn }) => isOn && now.isActive(...isOn)), now.isActive('link')],
  })
  return (
    <div role="toolbar" aria-label={`Formatting of ${label}`} className="flex flex-wrap border-line border-b">
      {tools.map((tool, at) => (
        <ToolButton
          key={tool.name}
          {...tool}
          isPressed={on[at]}
          onPress={() => tool.press(editor.chain().focus()).run()}
        />
      ))}
      <ToolButton name="Link" icon={LinkIcon} isPressed={on[tools.length]} onPress={() => setLinking(true)} />
      {linking ? <LinkDialog editor={editor} onClose={() => setLinking(false)} /> : null}
    </div>
  )
}

type ToolButtonProps = Pick<Tool, 'name' | 'icon'> & { isPressed: boolean | undefined; onPress: () => void }

function ToolButton({ name, icon: Icon, isPressed, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-control text-muted hover:text-blue aria-pressed:bg-tint aria-pressed:text-blue"
    >
      <Icon className="size-5" />
    </button>
  )
}

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/)\S+$/i

/** Asks for the address of a link. An address without a scheme becomes https. */
function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '')
  const [typed, setTyped] = useState(before)
  const [error, setError] = useState<string>()
  const link = () => editor.chain().focus().extendMarkRange('link')
  const set = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const href = ADDRESS.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`
    if (!ADDRESS.test(href) || !isAllowedLink(href) || !URL.canParse(href, location.origin))
      return setError('Enter a URL.')
    onClose()
    if (editor.state.selection.empty && !before) link().insertContent(linkedText(href)).run()
    else link().setLink({ href }).run()
  }
  const unset = () => {
    onClose()
    link().unsetLink().run()
  }
  // In a portal, because Enter would submit the announcement's form around it.
  return createPortal(
    <Dialog title="Link" onClose={onClose}>
      <form onSubmit={set} noValidate className="grid gap-4">
        <Field
          label="URL"
          hint="A web page, an email link such as mailto:someone@campus.edu.my, or a page of the members' app such as /app/deals."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={error}
        />
        <SubmitActions
          action="Save link"
          first={
            before ? (
              <Button look="quiet" onClick={unset}>
                Remove link
              </Button>
            ) : null
          }
        />
      </form>
    </Dialog>,
    document.body,
  )
}

function linkedText(href: string) {
  return { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }
}
