import { type KeptCategory, remove } from '@stampus/contract/console/categories'
import { useCall } from '../../shared/api/queries.ts'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { say } from '../../shared/toasts.ts'

/** Asks once more before a category is removed. */
export function CategoryRemoval({ category, onClose }: { category: KeptCategory; onClose: () => void }) {
  const { id, version, name } = category
  const removing = useCall(remove, ['/console/categories'])
  const done = () => {
    say(`${name} is removed.`)
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      action="Remove category"
      mutation={removing}
      onConfirm={() => removing.mutate({ id, version }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>A category can be removed once no merchant is in it.</p>
    </ConfirmDialog>
  )
}
