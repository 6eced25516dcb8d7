import { fieldError, hasStatus } from '@stampus/contract/client'
import { confirmSignIn, type Owner, signIn } from '@stampus/contract/counter/owners'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import * as words from '#words'
import { call, useWork } from '../../shared/api/api.ts'
import { CancelButton, Form } from '../../shared/components/Form.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { PasswordField } from '../../shared/components/PasswordField.tsx'

type Props = { onSignedIn: (owner: Owner) => void; why?: string | undefined }

/** The sign-in of owners: address and password, then a code if the second factor is on. `why` is shown above it. */
export function SignInPage({ onSignedIn, why: cause }: Props) {
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [email, setEmail] = useState('')
  const [why, setWhy] = useState(cause)
  const signing = useWork(async (typed: { email: string; password: string }) => {
    const given = { ...typed, email: typed.email.trim() }
    setEmail(given.email)
    const { data } = await call(signIn, given)
    if (data) onSignedIn(data)
    else setCodeAsked(true)
  })
  const begin = (reason?: string) => {
    setWhy(reason)
    setCodeAsked(false)
  }
  if (isCodeAsked) return <SecondStep onSignedIn={onSignedIn} onBegin={begin} />
  return (
    <Page title={words.ownerTitle}>
      {why && !signing.error ? (
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
          error={fieldError(signing.error, 'email')}
        />
        <PasswordField
          label={words.password}
          name="password"
          autoComplete="current-password"
          error={fieldError(signing.error, 'password')}
        />
      </Form>
      <p className="text-muted text-small">{words.signInHelp}</p>
    </Page>
  )
}

type StepProps = {
  onSignedIn: (owner: Owner) => void
  /** Back to the password, with the reason if this step took too long. */
  onBegin: (why?: string) => void
}

function SecondStep({ onSignedIn, onBegin }: StepProps) {
  const signing = useWork(async (typed: { code: string }) => {
    try {
      onSignedIn((await call(confirmSignIn, typed)).data)
    } catch (error) {
      if (hasStatus(error, 401)) return onBegin(error.message)
      throw error
    }
  })
  const back = <CancelButton text={words.back} onClick={() => onBegin()} />
  return (
    <Page title={words.secondStepTitle}>
      <Form work={signing} fields={['code']} action={words.signIn} more={back}>
        <Field
          label={words.code}
          name="code"
          autoComplete="one-time-code"
          hint={words.secondStepHint}
          error={fieldError(signing.error, 'code')}
        />
      </Form>
    </Page>
  )
}
