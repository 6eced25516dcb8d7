import { signIn } from '@stampus/contract/operators'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { Logo } from '@stampus/ui/Logo'
import { Notice } from '@stampus/ui/Notice'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { CallError, call } from '../app/api.ts'
import { operatorQuery, queryClient } from '../app/queries.ts'
import { settings } from '../app/settings.ts'

type Credentials = { email: string; password: string }

/** The operators' own sign-in. Nothing is sent before both fields are filled. */
export function SignInPage() {
  const form = useRef<HTMLFormElement>(null)
  const entry = useMutation({ mutationFn: enter, networkMode: 'always' })
  const faults = faultsOf(entry.error)
  useEffect(() => {
    document.title = `Sign in · ${settings.product_name} Console`
  }, [])
  useEffect(() => {
    if (entry.error) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [entry.error])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <form ref={form} noValidate onSubmit={(event) => submit(event, entry)} className={card}>
        <div className="flex items-center gap-3">
          <Logo className="size-11" />
          <div>
            <h1 className="text-title font-bold">Review console</h1>
            <p className="text-small text-soft">{settings.product_name} operators only</p>
          </div>
        </div>
        {faults.general ? (
          <Notice kind="error" role="alert">
            <p>{faults.general}</p>
          </Notice>
        ) : null}
        <Field label="Email" name="email" type="email" autoComplete="username" required error={faults.email} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={faults.password}
        />
        <Button type="submit" busy={entry.isPending}>
          Sign in
        </Button>
      </form>
    </main>
  )
}

const card = 'grid w-full max-w-sm gap-5 rounded-sheet border border-line bg-sheet p-6 shadow-sheet'

function submit(
  event: FormEvent<HTMLFormElement>,
  entry: { isPending: boolean; mutate: (typed: Credentials) => void },
) {
  event.preventDefault()
  const typed = new FormData(event.currentTarget)
  if (entry.isPending) return
  entry.mutate({ email: String(typed.get('email')).trim(), password: String(typed.get('password')) })
}

async function enter(typed: Credentials): Promise<void> {
  const missing = {
    ...(!typed.email && { email: [texts.emailRequired] }),
    ...(!typed.password && { password: [texts.passwordRequired] }),
  }
  if (Object.keys(missing).length > 0) throw new CallError(422, { errors: missing })
  const { data } = await call(signIn, typed)
  queryClient.setQueryData(operatorQuery.queryKey, data)
}

/** Each fault stands in one place: under its field, or else above the form. */
function faultsOf(error: Error | null): {
  email?: string | undefined
  password?: string | undefined
  general?: string
} {
  if (!error) return {}
  const fields = error instanceof CallError ? error.errors : {}
  if (fields.email || fields.password) return { email: fields.email?.[0], password: fields.password?.[0] }
  return { general: error.message }
}
