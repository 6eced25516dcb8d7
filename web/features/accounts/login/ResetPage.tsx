import { zodResolver } from '@hookform/resolvers/zod'
import { resetPassword } from '@stampus/contract/accounts'
import * as texts from '@stampus/contract/texts'
import { Button, buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import * as words from '#words'
import { refreshUser, useCall } from '../../../shared/api/api.ts'
import { CallError, showFieldErrors } from '../../../shared/api/CallError.ts'
import { Link } from '../../../shared/components/Link.tsx'
import { SupportAddress } from '../../../shared/components/SupportAddress.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { errorText } from '../errorText.ts'
import { FormSheet } from '../FormSheet.tsx'
import { strippedPasswords } from '../formRules.ts'
import { type MailedLink, useMailedLink } from '../mailedLink.ts'
import { NewPasswordFields } from '../PasswordFields.tsx'

const DONE = { passwordReset: true }

/** Where support's one-time link leads (D-25): a new password, then the login. */
export function ResetPage() {
  const link = useMailedLink()
  const [refused, setRefused] = useState<string>()
  const done = useLocation().state?.passwordReset === true
  const finish = useFinish()
  if (done) return <Done />
  if (refused || !link) return <BadLink message={refused || texts.resetLinkInvalid} />
  return (
    <FormSheet title={words.resetTitle} intro={words.resetIntro}>
      <ResetForm link={link} onDone={finish} onRefused={setRefused} />
    </FormSheet>
  )
}

/**
 * Every session of that member has ended: asked who is here, the server names another member or nobody (D-13). The
 * address without the link takes this one's place in the history.
 */
function useFinish() {
  const navigate = useNavigate()
  return async () => {
    await refreshUser({ startUp: true }).catch(() => undefined)
    navigate(linkTo('resetPassword'), { replace: true, state: DONE })
  }
}

function Done() {
  return (
    <FormSheet title={words.resetDoneTitle}>
      <Notice kind="success" role="status">
        {texts.passwordReset}
      </Notice>
      <Link to={linkTo('login')} className={buttonClass()}>
        {words.verifiedToLogin}
      </Link>
    </FormSheet>
  )
}

function BadLink({ message }: { message: string }) {
  return (
    <FormSheet title={words.linkFailedTitle}>
      <Notice kind="error" role="alert">
        {message}
      </Notice>
      <p>
        {words.resetFailedBeforeAddress}
        <SupportAddress />
        {words.resetFailedAfterAddress}
      </p>
      <Link to={linkTo('login')} className={buttonClass('secondary')}>
        {words.verifiedToLogin}
      </Link>
    </FormSheet>
  )
}

const passwords = ['password', 'password_confirmation'] as const
const resolver = strippedPasswords(zodResolver(resetPassword.input), [...passwords])

type Props = {
  link: MailedLink
  onDone: () => Promise<void>
  /** The link does not work; its message, or none. */
  onRefused: (message: string) => void
}

/** The new password and its repetition, under the one rule (D-21). */
export function ResetForm({ link, onDone, onRefused }: Props) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver,
    defaultValues: { ...link, password: '', password_confirmation: '' },
  })
  const { errors } = formState
  const { run, loading } = useCall(resetPassword)
  const [failure, setFailure] = useState<string>()
  const submit = handleSubmit(
    async (fields) => {
      setFailure(undefined)
      try {
        await run(fields)
        await onDone()
      } catch (fault) {
        if (showFieldErrors(fault, [...passwords], setError)) return
        if (fault instanceof CallError && fault.status === 422) onRefused(fault.message || texts.resetLinkInvalid)
        else setFailure(errorText(fault))
      }
    },
    ({ id }) => id && onRefused(texts.resetLinkInvalid),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <NewPasswordFields errors={errors} register={register} />
      {failure ? (
        <Notice kind="error" role="alert">
          {failure}
        </Notice>
      ) : null}
      <Button type="submit" busy={loading}>
        {words.resetSubmit}
      </Button>
    </form>
  )
}
