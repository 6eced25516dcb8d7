import { changeOwnPassword, endOwnOtherSessions, ownAccount } from '@stampus/contract/counter/ownAccount'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { type ReactNode, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, fieldError, useWork } from '../../shared/api/api.ts'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { ErrorNotice } from '../../shared/components/ErrorNotice.tsx'
import { Form } from '../../shared/components/Form.tsx'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { PasswordField } from '../../shared/components/PasswordField.tsx'
import { paths } from '../../shared/paths.ts'
import { OwnerGate, useSessionEnd } from './OwnerGate.tsx'
import { TwoSteps } from './TwoSteps.tsx'

const NOTHING = {}

/** The owner's own password, second factor and sessions. */
export default function AccountPage() {
  return <OwnerGate>{(owner, signedOut) => <Account email={owner.email} onSignedOut={signedOut} />}</OwnerGate>
}

function Account({ email, onSignedOut }: { email: string; onSignedOut: (why?: string) => void }) {
  const answer = useAnswer(ownAccount, NOTHING)
  const [message, setMessage] = useState<string>()
  useSessionEnd(answer.error, onSignedOut)
  const changed = async (said: string) => {
    setMessage(said)
    await answer.reload()
  }
  return (
    <Page title={words.account} back={paths.owner}>
      <p className="wrap-anywhere text-muted">{email}</p>
      <div role="status" className="empty:hidden">
        {message ? (
          <Notice kind="success">
            <p>{message}</p>
          </Notice>
        ) : null}
      </div>
      <Loaded answer={answer}>
        {({ data: { has_second_factor, recovery_codes_left, other_sessions } }) => (
          <>
            <Section title={words.twoSteps}>
              <TwoSteps isOn={has_second_factor} codesLeft={recovery_codes_left} onChanged={changed} />
            </Section>
            <Section title={words.devices}>
              <OtherDevices others={other_sessions} onChanged={changed} />
            </Section>
            <Section title={words.changePassword}>
              <OwnPassword onChanged={changed} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3 rounded-sheet border border-border-strong bg-sheet p-4">
      <h2 className="font-bold text-lead">{title}</h2>
      {children}
    </section>
  )
}

type ChangeProps = { onChanged: (message: string) => Promise<void> }

function OtherDevices({ others, onChanged }: ChangeProps & { others: number }) {
  const ending = useWork(async () => onChanged((await call(endOwnOtherSessions, {})).message))
  return (
    <>
      <p>{sentences.signedInOn(others)}</p>
      <ErrorNotice error={ending.error} />
      {others > 0 ? (
        <Button look="secondary" className="min-h-12" isBusy={ending.isBusy} onClick={() => void ending.run()}>
          {words.signOutOthers}
        </Button>
      ) : null}
    </>
  )
}

const passwordFields = ['current_password', 'password']

/** Changes the password, which signs the owner out on other devices. */
function OwnPassword({ onChanged }: ChangeProps) {
  const [times, setTimes] = useState(0)
  const changing = useWork(async (typed: FormData) => {
    const [current_password, password] = passwordFields.map((name) => String(typed.get(name)))
    const { message } = await call(changeOwnPassword, {
      current_password: current_password ?? '',
      password: password ?? '',
    })
    setTimes(times + 1)
    await onChanged(message)
  })
  return (
    <Form key={times} work={changing} fields={passwordFields} action={words.changePassword}>
      <PasswordField
        label={words.currentPassword}
        name="current_password"
        autoComplete="current-password"
        error={fieldError(changing.error, 'current_password')}
      />
      <PasswordField
        label={words.newPassword}
        name="password"
        autoComplete="new-password"
        hint={words.passwordHint}
        error={fieldError(changing.error, 'password')}
      />
    </Form>
  )
}
