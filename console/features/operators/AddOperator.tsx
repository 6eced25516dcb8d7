import { addOperator, type Role } from '@stampus/contract/console/operators'
import { INVITATION_HOURS } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { generalFault, showFaults } from '../../shared/api/faults.ts'
import { useCall } from '../../shared/api/queries.ts'
import { Dialog } from '../../shared/dialogs/Dialog.tsx'
import { DialogActions } from '../../shared/dialogs/DialogActions.tsx'
import { Choice } from '../../shared/forms/Select.tsx'
import { roleChoices } from '../../shared/labels/roles.ts'
import { say } from '../../shared/toasts.ts'

type Values = { name: string; email: string; role: Role }
const fields = ['name', 'email', 'role'] as const

/** Asks who is added; they choose a password by themselves with the link that is mailed. */
export function AddOperator({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { name: '', email: '', role: 'reviewer' },
  })
  const { errors } = formState
  const adding = useCall(addOperator, ['/console/operators'])
  const add = (values: Values) => {
    if (adding.isPending) return
    adding.mutate(values, {
      onSuccess: ({ data: { id, name } }) => {
        say(`${name} is added, and the link to a password is on its way.`)
        navigate(`/operators/${id}`)
      },
      onError: (error) => showFaults(error, [...fields], setError),
    })
  }
  return (
    <Dialog
      title="Add operator"
      fault={generalFault(adding.error, [...fields])}
      busy={adding.isPending}
      onClose={onClose}
    >
      <form noValidate onSubmit={handleSubmit(add)} className="grid gap-4">
        <Field label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          hint={`A link to choose a password goes there. It works for ${INVITATION_HOURS} hours.`}
          error={errors.email?.message}
          {...register('email')}
        />
        <Choice label="Role" options={roleChoices} error={errors.role?.message} {...register('role')} />
        <DialogActions action="Add operator" busy={adding.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
