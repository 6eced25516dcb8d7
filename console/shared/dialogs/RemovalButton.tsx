import { Button } from '@stampus/ui/Button'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = {
  /** What goes, as people call it. */
  name: string
  /** What follows from it. */
  consequence: string
  mutation: { isPending: boolean; error: Error | null; reset: () => void }
  onRemove: () => void
}

/** Removes a thing once it was asked whether it should. */
export function RemovalButton({ name, consequence, mutation, onRemove }: Props) {
  const [asked, setAsked] = useState(false)
  const close = () => {
    setAsked(false)
    mutation.reset()
  }
  return (
    <>
      <Button look="secondary" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Remove
      </Button>
      {asked ? (
        <ConfirmDialog
          title={`Remove ${name}?`}
          action="Remove"
          mutation={mutation}
          onConfirm={onRemove}
          onClose={close}
        >
          <p>{consequence}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
