import { zodResolver } from '@hookform/resolvers/zod'
import { newPassword, requiredPassword } from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import { isSamePassword } from '@stampus/contract/values/passwords'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import * as words from '#words'
import { fieldErrors } from '../../../shared/api/CallError.ts'
import { errorText } from '../errorText.ts'
import { FormSheet } from '../FormSheet.tsx'
import { strippedPasswords } from '../formRules.ts'
import { useHeadingFocus } from '../mailedLink.ts'
import { NewPasswordFields, PasswordField } from '../PasswordField.tsx'

type Answer = { password: string } | { new_password: string }
type Props = { email: string; onAnswer: (answer: Answer) => Promise<void> }
type FormProps = Props & { onOther: () => void }
type KnownProps = {
  onAnswer: Props['onAnswer']
  title: string
  /** The username under which a password manager stores the password. */
  userName: string
  submitLabel: string
  /** The text above the form. The children go below it. */
  question: ReactNode
  children: ReactNode
}

const known = strippedPasswords(zodResolver(z.object({ password: requiredPassword })), ['password'])
const chosen = z.object({ password: newPassword, password_confirmation: z.string() }).check(
  z.refine(({ password, password_confirmation }) => isSamePassword(password, password_confirmation), {
    error: texts.passwordsDiffer,
    path: ['password_confirmation'],
  }),
)
const choosing = strippedPasswords(zodResolver(chosen), ['password', 'password_confirmation'])

/**
 * Asks for a password when the link is opened without a session: the one from the registration, or a new one. For a
 * changed address, the password of `account`.
 */
export function VerificationQuestion({ account, ...props }: Props & { account: string | undefined }) {
  const [isNew, setIsNew] = useState(false)
  useHeadingFocus(isNew)
  const form = { ...props, onOther: () => setIsNew(!isNew) }
  if (account !== undefined) return <ChangeConfirmation {...props} account={account} />
  return isNew ? <NewPassword {...form} /> : <RegisteredPassword {...form} />
}

function ChangeConfirmation({ account, ...props }: Props & { account: string }) {
  const question = (
    <>
      {words.changeQuestionBeforeAddress}
      <strong>{props.email}</strong>
      {words.changeQuestionBeforeAccount}
      <strong>{account}</strong>
      {words.changeQuestionAfterAccount}
    </>
  )
  const labels = { title: words.changeQuestionTitle, submitLabel: words.changeQuestionSubmit }
  return (
    <KnownPassword {...props} {...labels} userName={account} question={question}>
      <p className="border-line border-t pt-5 text-small text-muted">{words.changeQuestionNotYours}</p>
    </KnownPassword>
  )
}

function RegisteredPassword({ onOther, ...props }: FormProps) {
  const question = (
    <>
      {words.verifyQuestionBeforeAddress}
      <strong>{props.email}</strong>
      {words.verifyQuestionAfterAddress}
    </>
  )
  const labels = { title: words.verifyQuestionTitle, submitLabel: words.verifyQuestionSubmit }
  return (
    <KnownPassword {...props} {...labels} userName={props.email} question={question}>
      <div className="grid gap-3 border-line border-t pt-5">
        <p className="text-small text-muted">{words.verifyQuestionUnknown}</p>
        <Button look="secondary" onClick={onOther}>
          {words.verifyNewSwitch}
        </Button>
      </div>
    </KnownPassword>
  )
}

function KnownPassword({ title, userName, submitLabel, question, children, onAnswer }: KnownProps) {
  const { register, handleSubmit, setError, formState } = useForm({ resolver: known, defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password }) => {
    try {
      await onAnswer({ password })
    } catch (error) {
      const message = fieldErrors(error).password
      if (message) setError('password', { message }, { shouldFocus: true })
      else setError('root', { message: errorText(error) })
    }
  })
  return (
    <FormSheet title={title}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p>{question}</p>
        <UserName email={userName} />
        <PasswordField
          label={words.verifyQuestionPassword}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <ErrorNotice message={errors.root?.message} />
        <Button type="submit" isBusy={isSubmitting}>
          {submitLabel}
        </Button>
      </form>
      {children}
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
    } catch (error) {
      const message = fieldErrors(error).new_password
      if (message) setError('password', { message }, { shouldFocus: true })
      else setError('root', { message: errorText(error) })
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
        <ErrorNotice message={errors.root?.message} />
        <Button type="submit" isBusy={isSubmitting}>
          {words.verifyNewSubmit}
        </Button>
      </form>
      <Button look="quiet" onClick={onOther}>
        {words.verifyKnownSwitch}
      </Button>
    </FormSheet>
  )
}

function ErrorNotice({ message }: { message: string | undefined }) {
  return message ? (
    <Notice kind="error" role="alert">
      {message}
    </Notice>
  ) : null
}

/** Tells password managers which account the password belongs to. */
function UserName({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}
