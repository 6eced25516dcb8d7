import { Check, CircleCheck, Copy } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonLook, buttonClass } from '../Button.tsx'
import { useFocusAfter } from '../browser/focus.ts'
import { useWork } from '../browser/useWork.ts'
import { CancelButton, Form } from '../forms/Form.tsx'
import { Notice } from '../Notice.tsx'
import { QrCode } from '../qr/QrCode.tsx'
import { SecondFactorCodeField, SecretField, type Words } from './fields.tsx'

/** What shows that it is the person who changes the second factor. */
type Proof = { current_password: string; code: string }
/** `uri` is what the QR code says: where an authenticator app finds the secret. */
type Secret = { secret: string; uri: string }
type NewRecoveryCodes = { message: string; data: { recovery_codes: string[] } }

export type SecondFactorCalls = {
  startSecondFactor: (typed: Pick<Proof, 'current_password'>) => Promise<{ data: Secret }>
  confirmSecondFactor: (typed: Pick<Proof, 'code'>) => Promise<NewRecoveryCodes>
  renewRecoveryCodes: (typed: Proof) => Promise<NewRecoveryCodes>
  disableSecondFactor: (typed: Proof) => Promise<{ message: string }>
}

type Props = {
  words: Words
  calls: SecondFactorCalls
  isOn: boolean
  recoveryCodesLeft: number
  onChanged: (message: string) => Promise<void>
  guard?: ReactNode
}

type Step = { at: 'scan'; secret: Secret } | { at: 'codes' | 'off' } | { at: 'made'; made: NewRecoveryCodes }

export function SecondFactor({ words, calls, isOn, recoveryCodesLeft, onChanged, guard }: Props) {
  const [step, setStep] = useState<Step>()
  const area = useFocusAfter(step?.at ?? '')
  const close = () => setStep(undefined)
  const showRecoveryCodes = (made: NewRecoveryCodes) => setStep({ at: 'made', made })
  const finish = async (message: string) => {
    await onChanged(message)
    close()
  }
  const proof = { words, onCancel: close }
  return (
    <div ref={area} className="contents">
      {step?.at === 'made' ? (
        <RecoveryCodes codes={step.made.data.recovery_codes} words={words} save={() => finish(step.made.message)}>
          {guard}
        </RecoveryCodes>
      ) : isOn ? (
        <>
          <Status words={words} recoveryCodesLeft={recoveryCodesLeft} />
          {step?.at === 'codes' ? (
            <ProofForm
              {...proof}
              title={words.newRecoveryCodes}
              action={words.createRecoveryCodes}
              run={async (typed) => showRecoveryCodes(await calls.renewRecoveryCodes(typed))}
            />
          ) : step?.at === 'off' ? (
            <ProofForm
              {...proof}
              title={words.turnOffTitle}
              action={words.turnOff}
              look="danger"
              run={async (typed) => finish((await calls.disableSecondFactor(typed)).message)}
            />
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button name="codes" look="secondary" className="grow" onClick={() => setStep({ at: 'codes' })}>
                {words.newRecoveryCodes}
              </Button>
              <Button name="off" look="secondary" className="grow" onClick={() => setStep({ at: 'off' })}>
                {words.turnOff}
              </Button>
            </div>
          )}
        </>
      ) : step?.at === 'scan' ? (
        <Scan
          {...proof}
          secret={step.secret}
          run={async (typed) => showRecoveryCodes(await calls.confirmSecondFactor(typed))}
        />
      ) : (
        <SetUp
          words={words}
          run={async (typed) => setStep({ at: 'scan', secret: (await calls.startSecondFactor(typed)).data })}
        />
      )}
    </div>
  )
}

type StepProps<Typed> = { words: Words; run: (typed: Typed) => Promise<void> }

function SetUp({ words, run }: StepProps<Pick<Proof, 'current_password'>>) {
  const starting = useWork(run)
  return (
    <>
      <p>{words.setUpText}</p>
      <Form work={starting} fields={['current_password']} action={words.setUp} label={words.secondFactor}>
        <SecretField words={words} error={starting.error} name="current_password" label={words.yourPassword} />
      </Form>
    </>
  )
}

type ScanProps = StepProps<Pick<Proof, 'code'>> & { secret: Secret; onCancel: () => void }

/** The second step: the authenticator app gets the secret, and its code shows that it has it. */
function Scan({ words, run, secret: { secret, uri }, onCancel }: ScanProps) {
  const confirming = useWork(run)
  return (
    <>
      <p>{words.scanText}</p>
      <div className="grid justify-items-center gap-3">
        <QrCode value={uri} title={words.secretQr} className="w-50 rounded-control" />
        <p>
          <span className="block text-small text-muted">{words.secretKey}</span>
          <code className="wrap-anywhere font-receipt">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        </p>
      </div>
      {words.openAuthenticator ? (
        <a href={uri} className={buttonClass('secondary', 'text-center')}>
          {words.openAuthenticator}
        </a>
      ) : null}
      <Form
        work={confirming}
        fields={['code']}
        action={words.turnOn}
        more={<CancelButton text={words.cancel} onClick={onCancel} />}
      >
        <SecondFactorCodeField words={words} hint={words.setUpCodeHint} error={confirming.error} />
      </Form>
    </>
  )
}

function Status({ words, recoveryCodesLeft }: Pick<Props, 'words' | 'recoveryCodesLeft'>) {
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="inline-flex items-center gap-1.5 font-semibold text-approved">
        <CircleCheck aria-hidden="true" className="size-5" />
        {words.isOn}
      </span>
      <span className={recoveryCodesLeft > 2 ? 'text-muted' : 'font-semibold'}>
        {words.recoveryCodesLeft(recoveryCodesLeft)}
      </span>
    </p>
  )
}

type ProofProps = StepProps<Proof> & { title: string; action: string; look?: ButtonLook; onCancel: () => void }

function ProofForm({ words, run, title, action, look = 'primary', onCancel }: ProofProps) {
  const work = useWork(run)
  return (
    <>
      <h3 className="font-semibold">{title}</h3>
      <Form
        work={work}
        fields={['current_password', 'code']}
        action={action}
        look={look}
        label={title}
        more={<CancelButton text={words.cancel} onClick={onCancel} />}
      >
        <SecretField words={words} error={work.error} name="current_password" label={words.yourPassword} />
        <SecondFactorCodeField words={words} hint={words.secondStepHint} error={work.error} />
      </Form>
    </>
  )
}

type RecoveryCodesProps = { codes: string[]; words: Words; save: () => Promise<void>; children?: ReactNode }

function RecoveryCodes({ codes, words, save, children }: RecoveryCodesProps) {
  const saving = useWork(save)
  const [copied, setCopied] = useState<boolean>()
  const list = useRef<HTMLUListElement>(null)
  const copy = async () => {
    const done = await isCopied(codes.join('\n'))
    setCopied(done)
    if (!done && list.current) getSelection()?.selectAllChildren(list.current)
  }
  return (
    <div className="grid max-w-xl gap-4">
      <Notice kind="warning" role="status">
        <p className="font-semibold">{words.recoveryCodesKeep}</p>
        <p>{words.recoveryCodesText}</p>
      </Notice>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={words.recoveryCodes}
        className="grid gap-x-6 gap-y-1 font-receipt outline-none sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button look="secondary" onClick={() => void copy()}>
          {copied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
          {copied ? words.copied : words.copyAll}
        </Button>
        <Button isBusy={saving.isBusy} onClick={() => void saving.run()}>
          {words.recoveryCodesSaved}
        </Button>
      </div>
      <p role="status" className="empty:hidden">
        {copied === false ? words.copyBlocked : ''}
      </p>
      {saving.isBusy ? null : children}
    </div>
  )
}

/** Some browsers deny access to the clipboard. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
