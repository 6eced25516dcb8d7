import type { EndpointWith } from '@stampus/contract/endpoint'
import { Button } from '@stampus/ui/Button'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../api/queries.ts'
import { showToast } from '../toasts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Seen = { id: number; version: number }

/** How records of a kind are removed, and what that means for people. */
export type Removal = {
  call: EndpointWith<Record<'id' | 'version', number | string>>
  invalidates?: string[]
  consequence: string
}

type Props = {
  record: Seen & { title: string }
  /** The page of the list, which opens afterwards. */
  list: string
  removal: Removal
}

/** A button that removes a record after confirmation. */
export function RemoveButton({
  record: { id, version, title },
  list,
  removal: { call, invalidates, consequence },
}: Props) {
  const removing = useCall(call, invalidates)
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
