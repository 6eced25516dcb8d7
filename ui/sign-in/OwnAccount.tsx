import { type ComponentType, type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { useFocusAfter } from '../browser/focus.ts'
import { useWork } from '../browser/useWork.ts'
import { generalError } from '../fieldErrors.ts'
import { ErrorNotice } from '../forms/ErrorNotice.tsx'
import { Form } from '../forms/Form.tsx'
import { NewPasswordFields, SecretField, type Words } from './fields.tsx'
import { SecondFactor, type SecondFactorCalls } from './SecondFactor.tsx'

type Calls = SecondFactorCalls & {
  changePassword: (typed: { current_password: string; password: string; repeated?: string }) => Promise<Answer>
  endOtherSessions: () => Promise<Answer>
}
type Answer = { message: string }

type OwnProps = {
  words: Words
  calls: Calls
  /** Shows what happened, and loads the account again. */
  onChanged: (message: string) => Promise<void>
  Section: ComponentType<{ title: string; children: ReactNode }>
}

type Props = OwnProps & {
  account: { has_second_factor: boolean; recovery_codes_left: number; other_sessions: number }
  /** What is shown beside recovery codes until they are saved. */
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
          recoveryCodesLeft={account.recovery_codes_left}
          guard={guard}
        />
      </Section>
      <Section title={words.devices}>
        <OtherDevices {...rest} others={account.other_sessions} />
      </Section>
    </>
  )
}

type DevicesProps = Omit<OwnProps, 'Section'> & { others: number }

function OtherDevices({ words, calls, others, onChanged }: DevicesProps) {
  const ending = useWork(async () => onChanged((await calls.endOtherSessions()).message))
  return (
    <>
      <p>{words.signedInOn(others)}</p>
      <ErrorNotice>{generalError(ending.error)}</ErrorNotice>
      {/* Also for none: another device may have signed in since the page was loaded. */}
      <Button look="secondary" className="min-h-12" isBusy={ending.isBusy} onClick={() => void ending.run()}>
        {words.signOutOthers}
      </Button>
    </>
  )
}

/** Changes the password, which ends the other sessions. It needs nothing of the account. */
export function OwnPassword({ words, calls, onChanged, Section }: OwnProps) {
  const [times, setTimes] = useState(0)
  const area = useFocusAfter(times)
  const changing = useWork(async (typed: Parameters<Calls['changePassword']>[0]) => {
    const { message } = await calls.changePassword(typed)
    setTimes(times + 1)
    await onChanged(message)
  })
  const { error } = changing
  return (
    <Section title={words.changePassword}>
      <div ref={area} className="contents">
        <Form
          key={times}
          work={changing}
          fields={['current_password', 'password', 'repeated']}
          action={words.changePassword}
        >
          <SecretField words={words} error={error} name="current_password" label={words.currentPassword} />
          <NewPasswordFields words={words} error={error} label={words.newPassword} />
        </Form>
      </div>
    </Section>
  )
}
