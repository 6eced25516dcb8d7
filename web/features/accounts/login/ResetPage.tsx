import { zodResolver } from '@hookform/resolvers/zod'
import { resetPassword } from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import * as words from '#words'
import { refreshUser, useCall } from '../../../shared/api/api.ts'
import { CallError, showFieldErrors } from '../../../shared/api/CallError.ts'
import { ButtonLink } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { FormSheet, SupportAddress } from '../FormSheet.tsx'
import { errorText, NewPasswordFields, strippedPasswords } from '../forms.tsx'
import { type MailedLink, OutcomeSheet, useHeadingFocus, useMailedLink } from '../mailedLink.tsx'

const DONE_STATE = { passwordReset: true }

export function ResetPage() {
  const link = useMailedLink()
  const [linkError, setLinkError] = useState<string>()
  const navigate = useNavigate()
  const isDone = useLocation().state?.passwordReset === true
  useHeadingFocus(isDone || linkError)
  /** The reset ended all sessions, perhaps the one here. Replaces the address, which holds the link. */
  const finish = async () => {
    await refreshUser({ startUp: true }).catch(() => undefined)
    navigate(linkTo('resetPassword'), { replace: true, state: DONE_STATE })
  }
  if (isDone)
    return (
      <OutcomeSheet title={words.resetDoneTitle} kind="success" text={texts.passwordReset}>
        <ButtonLink to={linkTo('login')} label={words.verifiedToLogin} />
      </OutcomeSheet>
    )
  if (linkError || !link)
    return (
      <OutcomeSheet title={words.linkFailedTitle} kind="error" text={linkError || texts.resetLinkInvalid}>
        <p>
          {words.resetFailedBeforeAddress}
          <SupportAddress />
          {words.resetFailedAfterAddress}
        </p>
        <ButtonLink to={linkTo('login')} look="secondary" label={words.verifiedToLogin} />
      </OutcomeSheet>
    )
  return (
    <FormSheet title={words.resetTitle} intro={words.resetIntro}>
      <ResetForm link={link} onDone={finish} onInvalidLink={setLinkError} />
    </FormSheet>
  )
}

const passwords = ['password', 'password_confirmation'] as const
const resolver = strippedPasswords(zodResolver(resetPassword.input), [...passwords])

type Props = {
  link: MailedLink
  onDone: () => Promise<void>
  /** Called if the link does not work, with the server's message or an empty text. */
  onInvalidLink: (message: string) => void
}

function ResetForm({ link, onDone, onInvalidLink }: Props) {
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
      } catch (error) {
        if (showFieldErrors(error, [...passwords], setError)) return
        if (error instanceof CallError && error.status === 422) onInvalidLink(error.message || texts.resetLinkInvalid)
        else setFailure(errorText(error))
      }
    },
    ({ id }) => id && onInvalidLink(texts.resetLinkInvalid),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <NewPasswordFields errors={errors} register={register} />
      <ErrorNotice>{failure}</ErrorNotice>
      <Button type="submit" isBusy={loading}>
        {words.resetSubmit}
      </Button>
    </form>
  )
}
