import { fieldError } from '@stampus/contract/client'
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@stampus/contract/counter/ownAccount'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { Button, type ButtonLook, buttonClass } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { RecoveryCodes } from '@stampus/ui/second-factor/RecoveryCodes'
import { SecretKey } from '@stampus/ui/second-factor/SecretKey'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, useWork, type Work } from '../../shared/api/api.ts'
import { CancelButton, Form } from '../../shared/components/Form.tsx'
import { PasswordField } from '../../shared/components/PasswordField.tsx'

/** What shows that it is the owner who changes the second factor. */
type Proof = { current_password: string; code: string }
type Secret = AnswerOf<typeof startSecondFactor>['data']
type Props = { isOn: boolean; codesLeft: number; onChanged: (message: string) => Promise<void> }

const recoveryWords = {
  list: words.recoveryCodes,
  keep: words.recoveryCodesKeep,
  explanation: words.recoveryCodesText,
  copy: words.copyAll,
  copied: words.copied,
  blocked: words.copyBlocked,
  saved: words.recoveryCodesSaved,
}

/** The owner's second factor: its setup, or its recovery codes. */
export function TwoSteps({ isOn, codesLeft, onChanged }: Props) {
  const [made, setMade] = useState<AnswerOf<typeof renewRecoveryCodes>>()
  if (made)
    return (
      <RecoveryCodes
        codes={made.data.recovery_codes}
        words={recoveryWords}
        onSaved={() => {
          setMade(undefined)
          void onChanged(made.message)
        }}
      />
    )
  return isOn ? (
    <Active codesLeft={codesLeft} onMade={setMade} onChanged={onChanged} />
  ) : (
    <SetUpSteps onMade={setMade} />
  )
}

type MadeProps = { onMade: (made: AnswerOf<typeof renewRecoveryCodes>) => void }

/** Switches it on: first the password, then a code of the app. */
function SetUpSteps({ onMade }: MadeProps) {
  const [secret, setSecret] = useState<Secret>()
  const starting = useWork(async (typed: Pick<Proof, 'current_password'>) => {
    setSecret((await call(startSecondFactor, typed)).data)
  })
  const confirming = useWork(async (typed: Pick<Proof, 'code'>) => onMade(await call(confirmSecondFactor, typed)))
  if (!secret)
    return (
      <>
        <p>{words.twoStepsText}</p>
        <Form work={starting} fields={['current_password']} action={words.twoStepsStart} label={words.twoSteps}>
          <OwnPasswordField error={starting.error} />
        </Form>
      </>
    )
  return (
    <>
      <p>{words.twoStepsScan}</p>
      <div className="grid justify-items-center gap-3">
        <SecretKey {...secret} title={words.secretQr} label={words.secretKey} />
      </div>
      <a href={secret.uri} className={buttonClass('secondary', 'text-center')}>
        {words.openAuthenticator}
      </a>
      <Form
        key="code"
        work={confirming}
        fields={['code']}
        action={words.turnOn}
        more={<CancelButton onClick={() => setSecret(undefined)} />}
      >
        <CodeField hint={words.twoStepsCodeHint} error={confirming.error} />
      </Form>
    </>
  )
}

type ActiveProps = MadeProps & Omit<Props, 'isOn'>

function Active({ codesLeft, onMade, onChanged }: ActiveProps) {
  const [open, setOpen] = useState<'off' | 'codes'>()
  const renewing = useWork(async (typed: Proof) => onMade(await call(renewRecoveryCodes, typed)))
  const dropping = useWork(async (typed: Proof) => onChanged((await call(disableSecondFactor, typed)).message))
  const close = () => setOpen(undefined)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="inline-flex items-center gap-1.5 font-semibold text-approved">
          <CircleCheck aria-hidden="true" className="size-5" />
          {words.isOn}
        </span>
        <span className={codesLeft > 2 ? 'text-muted' : 'font-semibold'}>{sentences.recoveryCodesLeft(codesLeft)}</span>
      </p>
      {open === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" className="grow" onClick={() => setOpen('codes')}>
            {words.newRecoveryCodes}
          </Button>
          <Button look="secondary" className="grow" onClick={() => setOpen('off')}>
            {words.turnOff}
          </Button>
        </div>
      ) : null}
      {open === 'codes' ? (
        <ProofForm title={words.newRecoveryCodes} action={words.createRecoveryCodes} work={renewing} onCancel={close} />
      ) : null}
      {open === 'off' ? (
        <ProofForm title={words.turnOffTitle} action={words.turnOff} look="danger" work={dropping} onCancel={close} />
      ) : null}
    </>
  )
}

type ProofProps = {
  title: string
  action: string
  look?: ButtonLook
  work: Work<[typed: Proof]>
  onCancel: () => void
}

/** Takes password and code before the second factor changes. */
function ProofForm({ title, action, look = 'primary', work, onCancel }: ProofProps) {
  return (
    <>
      <h3 className="font-semibold">{title}</h3>
      <Form
        work={work}
        fields={['current_password', 'code']}
        action={action}
        look={look}
        label={title}
        more={<CancelButton onClick={onCancel} />}
      >
        <OwnPasswordField error={work.error} />
        <CodeField hint={words.secondStepHint} error={work.error} />
      </Form>
    </>
  )
}

function OwnPasswordField({ error }: { error: unknown }) {
  return (
    <PasswordField
      label={words.yourPassword}
      name="current_password"
      autoComplete="current-password"
      error={fieldError(error, 'current_password')}
    />
  )
}

function CodeField({ hint, error }: { hint: string; error: unknown }) {
  return (
    <Field
      label={words.code}
      name="code"
      autoComplete="one-time-code"
      spellCheck={false}
      hint={hint}
      error={fieldError(error, 'code')}
    />
  )
}
