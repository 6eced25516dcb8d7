import { disableSecondFactor, renewRecoveryCodes } from '@stampus/contract/console/ownAccount'
import { Button, type ButtonLook } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { Field } from '@stampus/ui/Field'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { generalError, showFieldErrors } from '../../shared/api/api.ts'
import { useCall } from '../../shared/api/queries.ts'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { SubmitActions } from '../../shared/dialogs/SubmitActions.tsx'
import { showToast } from '../../shared/toasts.ts'
import { CodeField, factorQueries, RecoveryCodes, SecondFactorSetup } from './SecondFactorSetup.tsx'

type Props = { isOn: boolean; codesLeft: number }

/** The operator's second factor: its setup, or its recovery codes. */
export function SecondFactor({ isOn, codesLeft }: Props) {
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
  return isOn ? (
    <ActiveSecondFactor codesLeft={codesLeft} onCodes={setCodes} />
  ) : (
    <SecondFactorSetup onCodes={setCodes} />
  )
}

function ActiveSecondFactor({ codesLeft, onCodes }: { codesLeft: number; onCodes: (codes: string[]) => void }) {
  const [openForm, setOpenForm] = useState<'off' | 'codes'>()
  const dropping = useCall(disableSecondFactor, factorQueries)
  const renewing = useCall(renewRecoveryCodes, factorQueries)
  const close = () => setOpenForm(undefined)
  return (
    <div className="grid gap-4">
      <p>
        <StateBadge look="good" name="On" />{' '}
        <span className={codesLeft > 2 ? 'text-muted' : 'font-semibold'}>{codesLeftText(codesLeft)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={() => setOpenForm('codes')}>
          New recovery codes
        </Button>
        <Button look="secondary" onClick={() => setOpenForm('off')}>
          Turn off
        </Button>
      </div>
      {openForm === 'codes' ? (
        <ProofDialog
          title="New recovery codes"
          action="Create new codes"
          mutation={renewing}
          onProof={(proof, { onError }) =>
            renewing.mutate(proof, {
              onError,
              onSuccess: ({ data, message }) => {
                close()
                showToast(message)
                onCodes(data.recovery_codes)
              },
            })
          }
          onClose={close}
        />
      ) : null}
      {openForm === 'off' ? (
        <ProofDialog
          title="Turn off the second factor?"
          action="Turn off"
          look="danger"
          mutation={dropping}
          onProof={(proof, { onError }) =>
            dropping.mutate(proof, {
              onError,
              onSuccess: ({ message }) => {
                showToast(message)
                close()
              },
            })
          }
          onClose={close}
        />
      ) : null}
    </div>
  )
}

function codesLeftText(codes: number): string {
  return codes === 1 ? '1 recovery code left' : `${codes} recovery codes left`
}

type Proof = { current_password: string; code: string }
type Outcome = { onError: (error: Error) => void }
type ProofDialogProps = {
  title: string
  action: string
  look?: ButtonLook
  mutation: { isPending: boolean; error: Error | null }
  onProof: (proof: Proof, outcome: Outcome) => void
  onClose: () => void
}

/** Asks for password and code before the second factor changes. */
function ProofDialog({ title, action, look = 'primary', mutation, onProof, onClose }: ProofDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm<Proof>({
    defaultValues: { current_password: '', code: '' },
  })
  const onError = (error: Error) => showFieldErrors(error, ['current_password', 'code'], setError)
  const submit = (typed: Proof) => mutation.isPending || onProof(typed, { onError })
  return (
    <Dialog
      title={title}
      error={generalError(mutation.error, ['current_password', 'code'])}
      isBusy={mutation.isPending}
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
        <SubmitActions action={action} look={look} isBusy={mutation.isPending} />
      </form>
    </Dialog>
  )
}
