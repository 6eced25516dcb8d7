import { signIn } from '@stampus/contract/console/operators'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { CallError, call } from '../../shared/api/api.ts'
import { faultOf, generalFault } from '../../shared/api/faults.ts'
import { enter, useOnce } from '../../shared/api/queries.ts'

type Credentials = { email: string; password: string }
type Props = {
  /** The address that the field shows at first. */
  email: string
  /** Why the sign-in has to begin again. */
  lapsed: string | undefined
  onCodeAsked: (email: string) => void
}

/** Address and password. Nothing is sent before both fields are filled. */
export function SignInForm({ email, lapsed, onCodeAsked }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const entry = useMutation({
    mutationFn: useOnce(signInWith),
    networkMode: 'always',
    onSuccess: (asked: boolean, typed: Credentials) => asked && onCodeAsked(typed.email),
  })
  const general = generalFault(entry.error, ['email', 'password'])
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
      {lapsed && entry.isIdle ? (
        <Notice kind="warning" role="alert">
          <p>{lapsed}</p>
        </Notice>
      ) : null}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        required
        error={faultOf(entry.error, 'email')}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={faultOf(entry.error, 'password')}
      />
      <Button type="submit" busy={entry.isPending}>
        Sign in
      </Button>
    </form>
  )
}

/** Signs in, or answers that a code is asked for. */
async function signInWith(typed: Credentials): Promise<boolean> {
  const missing = {
    ...(!typed.email && { email: [texts.emailRequired] }),
    ...(!typed.password && { password: [texts.passwordRequired] }),
  }
  if (Object.keys(missing).length > 0) throw new CallError(422, { errors: missing })
  const { data } = await call(signIn, typed)
  if (data) enter(data)
  return data === null
}
