import { confirmSignIn } from '@stampus/contract/console/operators'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { CallError, call } from '../../shared/api/api.ts'
import { faultOf, generalFault } from '../../shared/api/faults.ts'
import { enter, useOnce } from '../../shared/api/queries.ts'
import { CodeField } from './CodeField.tsx'

/** The second half of a sign-in. `onBegin` goes back to the first, with the reason where it has lapsed. */
export function SignInCode({ onBegin }: { onBegin: (why?: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const entry = useMutation({
    mutationFn: useOnce(signInWith),
    networkMode: 'always',
    onError: (fault) => beginAnew(fault, onBegin),
  })
  const general = generalFault(entry.error, ['code'])
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
      <CodeField name="code" error={faultOf(entry.error, 'code')} />
      <Button type="submit" busy={entry.isPending}>
        Sign in
      </Button>
      <Button look="quiet" onClick={() => onBegin()}>
        Back
      </Button>
    </form>
  )
}

async function signInWith(code: string): Promise<void> {
  if (!code.trim()) throw new CallError(422, { errors: { code: [texts.codeRequired] } })
  const { data } = await call(confirmSignIn, { code })
  enter(data)
}

function beginAnew(fault: Error, onBegin: (why: string) => void): void {
  if (fault instanceof CallError && fault.status === 401) onBegin(fault.message)
}
