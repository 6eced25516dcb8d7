import { type ComponentType, type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { useWork } from '../browser/useWork.ts'
import { ErrorNotice } from '../forms/ErrorNotice.tsx'
import { Form } from '../forms/Form.tsx'
import { NewPasswordFields, SecretField, type Words } from './fields.tsx'
import { SecondFactor, type SecondFactorCalls } from './SecondFactor.tsx'

type Calls = SecondFactorCalls & {
  changePassword: (typed: { current_password: string; password: string; repeated?: string }) => Promise<Answer>
  endOtherSessions: () => Promise<Answer>
}
type Answer = { message: string }

type Props = {
  words: Words
  calls: Calls
  account: { has_second_factor: boolean; recovery_codes_left: number; other_sessions: number }
  /** Shows what happened, and loads the account again. */
  onChanged: (message: string) => Promise<void>
  Section: ComponentType<{ title: string; children: ReactNode }>
  /** Beside recovery codes that are not yet saved. */
  guard?: ReactNode
}

export function OwnAccount({ account, Section, guard, ...rest }: Props) {
  const { words } = rest
  return (
    <>
      <Section title={words.secondFactor}>
        <SecondFactor
          {...rest}
          isOn={account.has_second_factor}
          codesLeft={account.recovery_codes_left}
          guard={guard}
        />
      </Section>
      <Section title={words.devices}>
        <OtherDevices {...rest} others={account.other_sessions} />
      </Section>
      <Section title={words.changePassword}>
        <OwnPassword {...rest} />
      </Section>
    </>
  )
}

type PartProps = Pick<Props, 'words' | 'calls' | 'onChanged'>

function OtherDevices({ words, calls, others, onChanged }: PartProps & { others: number }) {
  const ending = useWork(async () => onChanged((await calls.endOtherSessions()).message))
  return (
    <>
      <p>{words.signedInOn(others)}</p>
      <ErrorNotice error={ending.error} />
      {others > 0 ? (
        <Button look="secondary" className="min-h-12" isBusy={ending.isBusy} onClick={() => void ending.run()}>
          {words.signOutOthers}
        </Button>
      ) : null}
    </>
  )
}

/** Changes the password, which ends the other sessions. */
function OwnPassword({ words, calls, onChanged }: PartProps) {
  const [times, setTimes] = useState(0)
  const changing = useWork(async (typed: Parameters<Calls['changePassword']>[0]) => {
    const { message } = await calls.changePassword(typed)
    setTimes(times + 1)
    await onChanged(message)
  })
  const { error } = changing
  return (
    <Form
      key={times}
      work={changing}
      fields={['current_password', 'password', 'repeated']}
      action={words.changePassword}
    >
      <SecretField words={words} error={error} name="current_password" label={words.currentPassword} />
      <NewPasswordFields words={words} error={error} label={words.newPassword} />
    </Form>
  )
}
