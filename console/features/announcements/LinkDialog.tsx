import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import type { Editor } from '@tiptap/react'
import { type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '../../shared/dialogs/Dialog.tsx'
import { DialogActions } from '../../shared/dialogs/DialogActions.tsx'

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/)\S+$/i

/** Asks where the marked text leads to. What is typed without https is an address of the web. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '')
  const [typed, setTyped] = useState(before)
  const [fault, setFault] = useState<string>()
  const link = () => editor.chain().focus().extendMarkRange('link')
  const set = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const href = ADDRESS.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`
    if (!ADDRESS.test(href) || !URL.canParse(href, location.origin)) return setFault('Enter an address.')
    onClose()
    if (editor.state.selection.empty && !before) link().insertContent(linkedText(href)).run()
    else link().setLink({ href }).run()
  }
  const unset = () => {
    onClose()
    link().unsetLink().run()
  }
  // Outside the form of the announcement, which would be sent by Enter here.
  return createPortal(
    <Dialog title="Link" onClose={onClose}>
      <form onSubmit={set} noValidate className="grid gap-4">
        <Field
          label="Address"
          hint="A page of the web, mailto:someone@campus.edu.my, or a page of the members' app such as /app/deals."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={fault}
        />
        <DialogActions action="Set link" onCancel={onClose}>
          {before ? (
            <Button look="quiet" onClick={unset}>
              Remove link
            </Button>
          ) : null}
        </DialogActions>
      </form>
    </Dialog>,
    document.body,
  )
}

function linkedText(href: string) {
  return { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }
}
