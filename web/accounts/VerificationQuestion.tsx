import { zodResolver } from '@hookform/resolvers/zod'
import { newPassword, presentPassword } from '@stampus/contract/accounts'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import * as words from '#words'
import { fieldFaults } from '../app/CallError.ts'
import { FormSheet } from './FormSheet.tsx'
import { faultWords } from './faultWords.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { PasswordField } from './PasswordField.tsx'
import { stripping } from './stripping.ts'

type Answer = { password: string } | { new_password: string }
type Props = { email: string; onAnswer: (answer: Answer) => Promise<void> }
type FormProps = Props & { onOther: () => void }

const known = stripping(zodResolver(z.object({ password: presentPassword })), ['password'])
const chosen = z.object({ password: newPassword, password_confirmation: z.string() }).check(
  z.refine(({ password, password_confirmation }) => password === password_confirmation, {
    error: texts.passwordsDiffer,
    path: ['password_confirmation'],
  }),
)
const choosing = stripping(zodResolver(chosen), ['password', 'password_confirmation'])

/** Who opens a link without the session of a registration gives its password, or chooses a new one (D-23). */
export function VerificationQuestion(props: Props) {
  const [isNew, setIsNew] = useState(false)
  const form = { ...props, onOther: () => setIsNew(!isNew) }
  return isNew ? <NewPassword {...form} /> : <KnownPassword {...form} />
}

function KnownPassword({ email, onAnswer, onOther }: FormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ resolver: known, defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password }) => {
    try {
      await onAnswer({ password })
    } catch (fault) {
      const message = fieldFaults(fault).password
      if (message) setError('password', { message }, { shouldFocus: true })
      else setError('root', { message: faultWords(fault) })
    }
  })
  return (
    <FormSheet title={words.verifyQuestionTitle}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p>
          {words.verifyQuestionBeforeAddress}
          <strong>{email}</strong>
          {words.verifyQuestionAfterAddress}
        </p>
        <UserName email={email} />
        <PasswordField
          label={words.verifyQuestionPassword}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <Fault message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {words.verifyQuestionSubmit}
        </Button>
      </form>
      <div className="grid gap-3 border-line border-t pt-5">
        <p className="text-small text-soft">{words.verifyQuestionUnknown}</p>
        <Button look="secondary" onClick={onOther}>
          {words.verifyNewSwitch}
        </Button>
      </div>
    </FormSheet>
  )
}

function NewPassword({ email, onAnswer, onOther }: FormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: choosing,
    defaultValues: { password: '', password_confirmation: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password }) => {
    try {
      await onAnswer({ new_password: password })
    } catch (fault) {
      const message = fieldFaults(fault).new_password
      if (message) setError('password', { message }, { shouldFocus: true })
      else setError('root', { message: faultWords(fault) })
    }
  })
  return (
    <FormSheet title={words.verifyNewTitle}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p>
          {words.verifyNewBeforeAddress}
          <strong>{email}</strong>
          {words.verifyNewAfterAddress}
        </p>
        <UserName email={email} />
        <NewPasswordFields errors={errors} register={register} />
        <Fault message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {words.verifyNewSubmit}
        </Button>
      </form>
      <Button look="quiet" onClick={onOther}>
        {words.verifyKnownSwitch}
      </Button>
    </FormSheet>
  )
}

function Fault({ message }: { message: string | undefined }) {
  return message ? (
    <Notice kind="error" role="alert">
      {message}
    </Notice>
  ) : null
}

/** Tells password managers whose password this is. */
function UserName({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}
