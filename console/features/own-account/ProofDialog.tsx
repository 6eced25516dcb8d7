import type { ButtonLook } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { useForm } from 'react-hook-form'
import { generalFault, showFaults } from '../../shared/api/faults.ts'
import { Dialog } from '../../shared/dialogs/Dialog.tsx'
import { DialogActions } from '../../shared/dialogs/DialogActions.tsx'
import { CodeField } from './CodeField.tsx'

type Proof = { current_password: string; code: string }
type Outcome = { onError: (error: Error) => void }
type Props = {
  title: string
  action: string
  look?: ButtonLook
  mutation: { isPending: boolean; error: Error | null }
  onProof: (proof: Proof, outcome: Outcome) => void
  onClose: () => void
}

/** Asks for password and code before the second factor is touched. */
export function ProofDialog({ title, action, look = 'primary', mutation, onProof, onClose }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<Proof>({
    defaultValues: { current_password: '', code: '' },
  })
  const onError = (error: Error) => showFaults(error, ['current_password', 'code'], setError)
  const submit = (typed: Proof) => mutation.isPending || onProof(typed, { onError })
  return (
    <Dialog
      title={title}
      fault={generalFault(mutation.error, ['current_password', 'code'])}
      busy={mutation.isPending}
      onClose={onClose}
    >
      <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-4">
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          error={formState.errors.current_password?.message}
          {...register('current_password')}
        />
        <CodeField error={formState.errors.code?.message} {...register('code')} />
        <DialogActions action={action} look={look} busy={mutation.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
