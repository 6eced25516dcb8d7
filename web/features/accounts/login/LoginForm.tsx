import { zodResolver } from '@hookform/resolvers/zod'
import { login } from '@stampus/contract/accounts'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { useHydrated } from '@stampus/ui/hydrated'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import * as words from '#words'
import { hasOwnApi, useCall } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { showFieldFaults } from '../../../shared/api/fieldFaults.ts'
import { deviceMark } from '../../../shared/storage/deviceMark.ts'
import { signIn } from '../../../shared/storage/session.ts'
import { stripping } from '../avatar/stripping.ts'
import { PasswordField } from '../PasswordField.tsx'
import { Tick } from '../Tick.tsx'
import { UnlockOffer } from './UnlockOffer.tsx'

const form = z.extend(login.input, { remember: z.boolean() })
const resolver = stripping(zodResolver(form), ['password'])

export function LoginForm() {
  const hydrated = useHydrated()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver,
    defaultValues: hydrated ? { email: '', password: '', remember: false } : typedBefore(),
  })
  const { errors } = formState
  const { run, loading } = useCall(login)
  const [lockedFor, setLockedFor] = useState<string>()
  const submit = handleSubmit(async ({ email, password, remember }) => {
    setLockedFor(undefined)
    try {
      const session = await run({ email, password, device_mark: deviceMark() })
      if (session.user.suspended) setError('root', { message: texts.suspended })
      else signIn({ ...session, remember })
    } catch (fault) {
      setLockedFor(fault instanceof CallError && fault.status === 429 ? email : undefined)
      if (!showFieldFaults(fault, ['email', 'password'], setError)) setError('root', { message: wordsFor(fault) })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field
        label={words.emailLabel}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={words.passwordLabel}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Tick label={words.loginRemember} {...register('remember')} />
      {errors.root?.message ? (
        <Notice kind="error" role="alert">
          {errors.root.message}
        </Notice>
      ) : null}
      {hasOwnApi && lockedFor ? <UnlockOffer email={lockedFor} /> : null}
      {/* Before the scripts have come, Enter would send the form as browsers do. */}
      <Button type="submit" busy={loading} disabled={!hydrated} className="disabled:opacity-100">
        {words.loginSubmit}
      </Button>
    </form>
  )
}

/** What was typed into the page that the server has rendered, before the scripts had come. */
function typedBefore() {
  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)
  const text = (name: string) => field(name)?.value ?? ''
  return { email: text('email'), password: text('password'), remember: field('remember')?.checked ?? false }
}

/** S-8.01. */
function wordsFor(fault: unknown): string {
  return (fault instanceof CallError && fault.message) || texts.unexpectedRetry
}
