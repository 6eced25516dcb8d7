import { fieldError } from '@stampus/contract/client'
import { changeOwnPassword, endOwnOtherSessions, ownAccount } from '@stampus/contract/counter/ownAccount'
import type { InputOf } from '@stampus/contract/endpoint'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, useWork } from '../../shared/api/api.ts'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { ErrorNotice } from '../../shared/components/ErrorNotice.tsx'
import { Form } from '../../shared/components/Form.tsx'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { PasswordField } from '../../shared/components/PasswordField.tsx'
import { Section } from '../../shared/components/Section.tsx'
import { paths } from '../../shared/paths.ts'
import { forOwner, type OwnerProps, useSessionEnd } from './OwnerGate.tsx'
import { TwoSteps } from './TwoSteps.tsx'

export default forOwner(AccountPage)

const card = 'rounded-sheet border border-border-strong bg-sheet p-4'

/** The owner's own password, second factor and sessions. */
function AccountPage({ owner, onSignedOut }: OwnerProps) {
  const answer = useAnswer(ownAccount, {})
  const [message, setMessage] = useState<string>()
  useSessionEnd(answer.error, onSignedOut)
  const changed = async (said: string) => {
    setMessage(said)
    await answer.reload()
  }
  return (
    <Page title={words.account} back={paths.owner}>
      <p className="wrap-anywhere text-muted">{owner.email}</p>
      <div role="status" className="empty:hidden">
        {message ? <Notice kind="success">{message}</Notice> : null}
      </div>
      <Loaded answer={answer}>
        {({ data: { has_second_factor, recovery_codes_left, other_sessions } }) => (
          <>
            <Section title={words.twoSteps} className={card}>
              <TwoSteps isOn={has_second_factor} codesLeft={recovery_codes_left} onChanged={changed} />
            </Section>
            <Section title={words.devices} className={card}>
              <OtherDevices others={other_sessions} onChanged={changed} />
            </Section>
            <Section title={words.changePassword} className={card}>
              <OwnPassword onChanged={changed} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
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

/** Changes the password, which signs the owner out on other devices. */
function OwnPassword({ onChanged }: ChangeProps) {
  const [times, setTimes] = useState(0)
  const changing = useWork(async (typed: InputOf<typeof changeOwnPassword>) => {
    const { message } = await call(changeOwnPassword, typed)
    setTimes(times + 1)
    await onChanged(message)
  })
  return (
    <Form key={times} work={changing} fields={['current_password', 'password']} action={words.changePassword}>
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
