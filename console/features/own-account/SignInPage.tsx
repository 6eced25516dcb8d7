import { confirmSignIn, signIn } from '@stampus/contract/console/operators'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { Logo } from '@stampus/ui/Logo'
import { Notice } from '@stampus/ui/Notice'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { CallError, call, fieldError, generalError } from '../../shared/api/api.ts'
import { startSession, useSingleFlight } from '../../shared/api/queries.ts'
import { settings } from '../../shared/settings.ts'
import { CodeField } from './SecondFactorSetup.tsx'

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
        <SignInForm
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

/** The layout of pages without a session. */
export function SignInLayout({ title, line, children }: { title: string; line: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-sm gap-5 rounded-sheet border border-line bg-sheet p-6 shadow-sheet">
        <div className="flex items-center gap-3">
          <Logo className="size-11" />
          <div className="min-w-0">
            <h1 className="font-bold text-title">{title}</h1>
            <p className="text-small text-muted">{line}</p>
          </div>
        </div>
        {children}
      </div>
    </main>
  )
}

type Credentials = { email: string; password: string }
type SignInFormProps = {
  email: string
  /** Why the sign-in starts again. */
  expiredReason: string | undefined
  onCodeAsked: (email: string) => void
}

/** Address and password. It is sent only if both are filled. */
function SignInForm({ email, expiredReason, onCodeAsked }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const entry = useMutation({
    mutationFn: useSingleFlight(signInWithPassword),
    networkMode: 'always',
    onSuccess: (isCodeAsked: boolean, typed: Credentials) => isCodeAsked && onCodeAsked(typed.email),
  })
  const general = generalError(entry.error, ['email', 'password'])
  useEffect(() => {
    if (entry.error) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [entry.error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    if (entry.isPending) return
    entry.mutate({ email: String(typed.get('email')).trim(), password: String(typed.get('password')) })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      {general ? (
        <Notice kind="error" role="alert">
          <p>{general}</p>
        </Notice>
      ) : null}
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
      <Button type="submit" busy={entry.isPending}>
        Sign in
      </Button>
    </form>
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
  const general = generalError(entry.error, ['code'])
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
    if (entry.error) form.current?.querySelector('input')?.select()
  }, [entry.error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!entry.isPending) entry.mutate(String(new FormData(event.currentTarget).get('code')))
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      {general ? (
        <Notice kind="error" role="alert">
          <p>{general}</p>
        </Notice>
      ) : null}
      <CodeField name="code" error={fieldError(entry.error, 'code')} />
      <Button type="submit" busy={entry.isPending}>
        Sign in
      </Button>
      <Button look="quiet" onClick={() => onBegin()}>
        Back
      </Button>
    </form>
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
