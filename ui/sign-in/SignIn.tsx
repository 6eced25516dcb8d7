import { useEffect, useRef, useState } from 'react'
import { useWork } from '../browser/useWork.ts'
import { Field } from '../Field.tsx'
import { fieldError } from '../fieldErrors.ts'
import { CancelButton, Form } from '../forms/Form.tsx'
import { Notice } from '../Notice.tsx'
import { type Host, SecondFactorCodeField, SecretField } from './fields.tsx'

type Who<Person> = Host & {
  /** The second step. It throws an error with the status 401 if the first is too long ago. */
  confirm: (typed: { code: string }) => Promise<Person>
  onSignedIn: (person: Person) => void
}

type Props<Person> = Who<Person> & {
  /** The first step. Null: a code of the second factor is needed. */
  signIn: (typed: { email: string; password: string }) => Promise<Person | null>
  /** Shown above the form, until the first try. */
  why?: string | undefined
  email?: string
}

/** The sign-in: address and password, then a code if the second factor is on. */
export function SignIn<Person>({ signIn, why: cause, email: known = '', ...who }: Props<Person>) {
  const { words, Frame, onSignedIn } = who
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [email, setEmail] = useState(known)
  const [why, setWhy] = useState(cause)
  const signing = useWork(async (typed: { email: string; password: string }) => {
    const given = { ...typed, email: typed.email.trim() }
    setEmail(given.email)
    setWhy(undefined)
    const person = await signIn(given)
    if (person) onSignedIn(person)
    else setCodeAsked(true)
  })
  const begin = (reason?: string) => {
    setWhy(reason)
    setCodeAsked(false)
  }
  if (isCodeAsked) return <SecondStep {...who} onBegin={begin} />
  const { error } = signing
  return (
    <Frame title={words.signInTitle}>
      {why ? (
        <Notice kind="warning" role="alert">
          {why}
        </Notice>
      ) : null}
      <Form work={signing} fields={['email', 'password']} action={words.signIn}>
        <Field
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          required
          error={fieldError(error, 'email')}
        />
        <SecretField words={words} error={error} name="password" label={words.password} />
      </Form>
      {words.signInHelp ? <p className="text-muted text-small">{words.signInHelp}</p> : null}
    </Frame>
  )
}

/** `onBegin` goes back to the password, with the reason if this step took too long. */
function SecondStep<Person>(props: Who<Person> & { onBegin: (why?: string) => void }) {
  const { words, Frame, confirm, onSignedIn, onBegin } = props
  const field = useRef<HTMLInputElement>(null)
  const signing = useWork(async (typed: { code: string }) => {
    try {
      onSignedIn(await confirm(typed))
    } catch (error) {
      if (!(error instanceof Error && 'status' in error && error.status === 401)) throw error
      onBegin(error.message)
    }
  })
  const { error } = signing
  useEffect(() => {
    field.current?.focus()
    if (error) field.current?.select()
  }, [error])
  const back = <CancelButton text={words.back} onClick={() => onBegin()} />
  return (
    <Frame title={words.secondStepTitle}>
      <Form work={signing} fields={['code']} action={words.signIn} more={back}>
        <SecondFactorCodeField ref={field} words={words} hint={words.secondStepHint} error={error} />
      </Form>
    </Frame>
  )
}
