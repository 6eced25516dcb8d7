import { zodResolver } from '@hookform/resolvers/zod'
import { resetPassword } from '@stampus/contract/accounts'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as words from '#words'
import { useCall } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { showFieldFaults } from '../../../shared/api/fieldFaults.ts'
import { stripping } from '../avatar/stripping.ts'
import { faultWords } from '../faultWords.ts'
import type { MailedLink } from '../mailedLink.ts'
import { NewPasswordFields } from '../NewPasswordFields.tsx'

const passwords = ['password', 'password_confirmation'] as const
const resolver = stripping(zodResolver(resetPassword.input), [...passwords])

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
        if (showFieldFaults(fault, [...passwords], setError)) return
        if (fault instanceof CallError && fault.status === 422) onRefused(fault.message || texts.resetLinkInvalid)
        else setFailure(faultWords(fault))
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
