import { changeOwnPassword } from '@stampus/contract/console/ownAccount'
import * as texts from '@stampus/contract/texts'
import { passwordFault } from '@stampus/contract/values/passwords'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { useForm } from 'react-hook-form'
import { showFaults } from '../../shared/api/faults.ts'
import { useCall } from '../../shared/api/queries.ts'
import { FormFault } from '../../shared/forms/FormFault.tsx'
import { say } from '../../shared/toasts.ts'

const EMPTY = { current_password: '', password: '', repeated: '' }
const shown = ['current_password', 'password'] as const

/** Changes the caller's password, which ends every other session. */
export function OwnPassword() {
  const { register, handleSubmit, setError, reset, getValues, formState } = useForm({ defaultValues: EMPTY })
  const { errors } = formState
  const changing = useCall(changeOwnPassword, ['/console/account'])
  const save = ({ current_password, password }: typeof EMPTY) => {
    if (changing.isPending) return
    changing.mutate(
      { current_password, password },
      {
        onSuccess: ({ message }) => {
          say(message)
          reset(EMPTY)
        },
        onError: (error) => showFaults(error, [...shown], setError),
      },
    )
  }
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="grid max-w-md gap-4">
      <FormFault error={changing.error} shownFields={[...shown]} />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...register('current_password', { required: texts.currentPasswordRequired })}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={texts.passwordHint}
        error={errors.password?.message}
        {...register('password', { validate: (typed) => passwordFault(typed) ?? true })}
      />
      <Field
        label="Repeat the new password"
        type="password"
        autoComplete="new-password"
        error={errors.repeated?.message}
        {...register('repeated', { validate: (typed) => typed === getValues('password') || texts.passwordsDiffer })}
      />
      <Button type="submit" busy={changing.isPending} className="justify-self-start">
        Change password
      </Button>
    </form>
  )
}
