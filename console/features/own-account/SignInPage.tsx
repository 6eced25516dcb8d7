import { fieldError } from '@stampus/contract/client'
import { confirmSignIn, signIn } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, call } from '../../shared/api/api.ts'
import { startSession, useSingleFlight } from '../../shared/api/queries.ts'
import { settings } from '../../shared/settings.ts'
import { CodeField } from './SecondFactorSetup.tsx'
import { SignInForm, SignInLayout } from './SignInLayout.tsx'

/** The sign-in: address and password, then a code if the second factor is on. `why` is the reason shown above it. */
export function SignInPage({ why: cause, email: known = '' }: { why?: string; email?: string }) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [expiredReason, setExpiredReason] = useState(cause)
  const [email, setEmail] = useState(known)
  useEffect(() => {
    const before = document.title
    document.title = `Sign in · ${settings.product_name} Console`
    return () => {
      document.title = before
    }
  }, [])
  const begin = (why?: string) => {
    setExpiredReason(why)
    setStep('password')
  }
  return (
    <SignInLayout title="Review console" line={`${settings.product_name} operators only`}>
      {step === 'password' ? (
        <SignInPassword
          email={email}
          expiredReason={expiredReason}
          onCodeAsked={(typed) => {
            setEmail(typed)
            setStep('code')
          }}
        />
      ) : (
        <SignInCode onBegin={begin} />
      )}
    </SignInLayout>
  )
}

type Credentials = { email: string; password: string }
type SignInPasswordProps = {
  email: string
  /** Why the sign-in starts again. */
  expiredReason: string | undefined
  onCodeAsked: (email: string) => void
}

/** Address and password. It is sent only if both are filled. */
function SignInPassword({ email, expiredReason, onCodeAsked }: SignInPasswordProps) {
  const entry = useMutation({
    mutationFn: useSingleFlight(signInWithPassword),
    networkMode: 'always',
    onSuccess: (isCodeAsked: boolean, typed: Credentials) => isCodeAsked && onCodeAsked(typed.email),
  })
  return (
    <SignInForm
      mutation={entry}
      fields={['email', 'password']}
      action="Sign in"
      onSubmit={(typed) =>
        entry.mutate({ email: String(typed.get('email')).trim(), password: String(typed.get('password')) })
      }
    >
      {expiredReason && entry.isIdle ? (
        <Notice kind="warning" role="alert">
          <p>{expiredReason}</p>
        </Notice>
      ) : null}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        required
        error={fieldError(entry.error, 'email')}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={fieldError(entry.error, 'password')}
      />
    </SignInForm>
  )
}

/** Signs in. Returns true if the server asks for a code. */
async function signInWithPassword(typed: Credentials): Promise<boolean> {
  const missing = {
    ...(!typed.email && { email: [texts.emailRequired] }),
    ...(!typed.password && { password: [texts.passwordRequired] }),
  }
  if (Object.keys(missing).length > 0) throw new CallError(422, { errors: missing })
  const { data } = await call(signIn, typed)
  if (data) startSession(data)
  return data === null
}

/** The second step of the sign-in. `onBegin` goes back to the first, with the reason if the step has expired. */
function SignInCode({ onBegin }: { onBegin: (why?: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const entry = useMutation({
    mutationFn: useSingleFlight(confirmWithCode),
    networkMode: 'always',
    onError: (error) => restartIfExpired(error, onBegin),
  })
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
    if (entry.error) form.current?.querySelector('input')?.select()
  }, [entry.error])
  return (
    <SignInForm
      ref={form}
      mutation={entry}
      fields={['code']}
      action="Sign in"
      onSubmit={(typed) => entry.mutate(String(typed.get('code')))}
      more={
        <Button look="quiet" onClick={() => onBegin()}>
          Back
        </Button>
      }
    >
      <CodeField name="code" error={fieldError(entry.error, 'code')} />
    </SignInForm>
  )
}

async function confirmWithCode(code: string): Promise<void> {
  if (!code.trim()) throw new CallError(422, { errors: { code: [texts.codeRequired] } })
  const { data } = await call(confirmSignIn, { code })
  startSession(data)
}

function restartIfExpired(error: Error, onBegin: (why: string) => void): void {
  if (error instanceof CallError && error.status === 401) onBegin(error.message)
}
