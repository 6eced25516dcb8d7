import { zodResolver } from '@hookform/resolvers/zod'
import { newPassword, requiredPassword } from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import { isSamePassword } from '@stampus/contract/values/passwords'
import { Button } from '@stampus/ui/Button'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import * as words from '#words'
import { fieldErrors } from '../../../shared/api/CallError.ts'
import { FormSheet } from '../FormSheet.tsx'
import { errorText, NewPasswordFields, strippedPasswords } from '../forms.tsx'
import { useHeadingFocus } from '../mailedLink.tsx'
import { PasswordField } from '../PasswordField.tsx'

type Answer = { password: string } | { new_password: string }
type Props = { email: string; account: string | undefined; onAnswer: (answer: Answer) => Promise<void> }
type FormProps = {
  onAnswer: Props['onAnswer']
  title: string
  /** The username under which a password manager stores the password. */
  userName: string
  submitLabel: string
  question: ReactNode
  children: ReactNode
  isNew?: boolean
}

const knownPassword = z.object({ password: requiredPassword, password_confirmation: z.string() })
const chosenPassword = z.object({ password: newPassword, password_confirmation: z.string() }).check(
  z.refine(({ password, password_confirmation }) => isSamePassword(password, password_confirmation), {
    error: texts.passwordsDiffer,
    path: ['password_confirmation'],
  }),
)
const known = strippedPasswords(zodResolver(knownPassword), ['password'])
const chosen = strippedPasswords(zodResolver(chosenPassword), ['password', 'password_confirmation'])

/** The password of the registration, or a new one; for a changed address that of `account`. */
export function VerificationQuestion({ email, account, onAnswer }: Props) {
  const [isNew, setIsNew] = useState(false)
  useHeadingFocus(isNew)
  const swap = () => setIsNew(!isNew)
  if (account !== undefined)
    return (
      <PasswordForm
        title={words.changeQuestionTitle}
        submitLabel={words.changeQuestionSubmit}
        onAnswer={onAnswer}
        userName={account}
        question={
          <>
            {words.changeQuestionBeforeAddress}
            <strong>{email}</strong>
            {words.changeQuestionBeforeAccount}
            <strong>{account}</strong>
            {words.changeQuestionAfterAccount}
          </>
        }
      >
        <p className="border-line border-t pt-5 text-small text-muted">{words.changeQuestionNotYours}</p>
      </PasswordForm>
    )
  return (
    <PasswordForm
      key={String(isNew)}
      isNew={isNew}
      title={isNew ? words.verifyNewTitle : words.verifyQuestionTitle}
      submitLabel={isNew ? words.verifyNewSubmit : words.verifyQuestionSubmit}
      onAnswer={onAnswer}
      userName={email}
      question={
        <>
          {isNew ? words.verifyNewBeforeAddress : words.verifyQuestionBeforeAddress}
          <strong>{email}</strong>
          {isNew ? words.verifyNewAfterAddress : words.verifyQuestionAfterAddress}
        </>
      }
    >
      {isNew ? (
        <Button look="quiet" onClick={swap}>
          {words.verifyKnownSwitch}
        </Button>
      ) : (
        <div className="grid gap-3 border-line border-t pt-5">
          <p className="text-small text-muted">{words.verifyQuestionUnknown}</p>
          <Button look="secondary" onClick={swap}>
            {words.verifyNewSwitch}
          </Button>
        </div>
      )}
    </PasswordForm>
  )
}

function PasswordForm({ title, userName, submitLabel, question, children, onAnswer, isNew = false }: FormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: isNew ? chosen : known,
    defaultValues: { password: '', password_confirmation: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password }) => {
    try {
      await onAnswer(isNew ? { new_password: password } : { password })
    } catch (error) {
      const message = fieldErrors(error)[isNew ? 'new_password' : 'password']
      if (message) setError('password', { message }, { shouldFocus: true })
      else setError('root', { message: errorText(error) })
    }
  })
  return (
    <FormSheet title={title}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p>{question}</p>
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={userName} readOnly hidden />
        {isNew ? (
          <NewPasswordFields errors={errors} register={register} />
        ) : (
          <PasswordField
            label={words.verifyQuestionPassword}
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
        )}
        <ErrorNotice>{errors.root?.message}</ErrorNotice>
        <Button type="submit" isBusy={isSubmitting}>
          {submitLabel}
        </Button>
      </form>
      {children}
    </FormSheet>
  )
}
