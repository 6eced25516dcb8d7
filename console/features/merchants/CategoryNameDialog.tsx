import { change, create, type KeptCategory } from '@stampus/contract/console/categories'
import { NAME_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { type FormEvent, useState } from 'react'
import { faultOf, generalFault } from '../../shared/api/faults.ts'
import { useCall } from '../../shared/api/queries.ts'
import { Dialog } from '../../shared/dialogs/Dialog.tsx'
import { DialogActions } from '../../shared/dialogs/DialogActions.tsx'
import { say } from '../../shared/toasts.ts'

const touches = ['/console/categories', '/console/merchants']

/** Asks for the name of a new category, or for another name of one. */
export function CategoryNameDialog({ category, onClose }: { category?: KeptCategory; onClose: () => void }) {
  const [name, setName] = useState(category?.name ?? '')
  const adding = useCall(create, touches)
  const renaming = useCall(change, touches)
  const saving = category ? renaming : adding
  const outcome = {
    onSuccess: ({ data }: { data: KeptCategory }) => {
      say(category ? `The category is ${data.name} now.` : `${data.name} is added.`)
      onClose()
    },
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    if (category) renaming.mutate({ id: category.id, version: category.version, name }, outcome)
    else adding.mutate({ name }, outcome)
  }
  return (
    <Dialog
      title={category ? `Rename ${category.name}` : 'New category'}
      fault={generalFault(saving.error, ['name'])}
      busy={saving.isPending}
      onClose={onClose}
    >
      <form onSubmit={save} noValidate className="grid gap-4">
        <Field
          label="Name"
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={faultOf(saving.error, 'name')}
        />
        <DialogActions action={category ? 'Rename' : 'Add category'} busy={saving.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
