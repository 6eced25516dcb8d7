import { Button } from '@stampus/ui/Button'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { showToast } from '../toasts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Seen = { id: number; version: number }

type Props = {
  record: Seen & { title: string }
  /** The page of the list, which opens afterwards. */
  list: string
  /** The consequences. */
  consequence: string
  removing: {
    isPending: boolean
    error: Error | null
    reset: () => void
    mutate: (seen: Seen, options: { onSuccess: () => void }) => void
  }
}

/** A button that removes a record after confirmation. */
export function RemoveButton({ record: { id, version, title }, list, consequence, removing }: Props) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const close = () => {
    setOpen(false)
    removing.reset()
  }
  const done = () => {
    showToast(`${title} removed.`)
    navigate(list, { replace: true })
  }
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Remove
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={`Remove ${title}?`}
          action="Remove"
          mutation={removing}
          onConfirm={() => removing.mutate({ id, version }, { onSuccess: done })}
          onClose={close}
        >
          <p>{consequence}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
