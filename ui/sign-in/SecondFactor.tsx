import { Check, CircleCheck, Copy } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonLook, buttonClass } from '../Button.tsx'
import { useWork, type Work } from '../browser/useWork.ts'
import { CancelButton, Form } from '../forms/Form.tsx'
import { Notice } from '../Notice.tsx'
import { QrCode } from '../qr/QrCode.tsx'
import { CodeField, SecretField, type Words } from './fields.tsx'

/** What shows that it is the person who changes the second factor. */
type Proof = { current_password: string; code: string }
/** `uri` is what the QR code says: where an authenticator app finds the secret. */
type Secret = { secret: string; uri: string }
type NewCodes = { message: string; data: { recovery_codes: string[] } }

export type SecondFactorCalls = {
  startSecondFactor: (typed: Pick<Proof, 'current_password'>) => Promise<{ data: Secret }>
  confirmSecondFactor: (typed: Pick<Proof, 'code'>) => Promise<NewCodes>
  renewRecoveryCodes: (typed: Proof) => Promise<NewCodes>
  disableSecondFactor: (typed: Proof) => Promise<{ message: string }>
}

type Common = { words: Words; calls: SecondFactorCalls }
type Props = Common & {
  isOn: boolean
  codesLeft: number
  onChanged: (message: string) => Promise<void>
  guard?: ReactNode
}

export function SecondFactor({ isOn, codesLeft, onChanged, guard, ...common }: Props) {
  const [made, setMade] = useState<NewCodes>()
  const save = () => {
    setMade(undefined)
    if (made) void onChanged(made.message)
  }
  if (made)
    return (
      <RecoveryCodes codes={made.data.recovery_codes} words={common.words} onSaved={save}>
        {guard}
      </RecoveryCodes>
    )
  return isOn ? (
    <Active {...common} codesLeft={codesLeft} onMade={setMade} onChanged={onChanged} />
  ) : (
    <SetUp {...common} onMade={setMade} />
  )
}

type MadeProps = Common & { onMade: (made: NewCodes) => void }

/** Switches it on: first the password, then a code of the app. */
function SetUp({ words, calls, onMade }: MadeProps) {
  const [secret, setSecret] = useState<Secret>()
  const starting = useWork(async (typed: Pick<Proof, 'current_password'>) => {
    setSecret((await calls.startSecondFactor(typed)).data)
  })
  const confirming = useWork(async (typed: Pick<Proof, 'code'>) => onMade(await calls.confirmSecondFactor(typed)))
  if (!secret)
    return (
      <>
        <p>{words.setUpText}</p>
        <Form work={starting} fields={['current_password']} action={words.setUp} label={words.secondFactor}>
          <SecretField words={words} error={starting.error} name="current_password" label={words.yourPassword} />
        </Form>
      </>
    )
  return (
    <>
      <p>{words.scanText}</p>
      <div className="grid justify-items-center gap-3">
        <QrCode value={secret.uri} title={words.secretQr} className="w-50 rounded-control" />
        <p>
          <span className="block text-small text-muted">{words.secretKey}</span>
          <code className="wrap-anywhere font-receipt">{secret.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        </p>
      </div>
      {words.openAuthenticator ? (
        <a href={secret.uri} className={buttonClass('secondary', 'text-center')}>
          {words.openAuthenticator}
        </a>
      ) : null}
      <Form
        key="code"
        work={confirming}
        fields={['code']}
        action={words.turnOn}
        more={<CancelButton text={words.cancel} onClick={() => setSecret(undefined)} />}
      >
        <CodeField words={words} hint={words.setUpCodeHint} error={confirming.error} />
      </Form>
    </>
  )
}

function Active({ words, calls, codesLeft, onMade, onChanged }: MadeProps & Pick<Props, 'codesLeft' | 'onChanged'>) {
  const [open, setOpen] = useState<'off' | 'codes'>()
  const renewing = useWork(async (typed: Proof) => onMade(await calls.renewRecoveryCodes(typed)))
  const disabling = useWork(async (typed: Proof) => onChanged((await calls.disableSecondFactor(typed)).message))
  const proof = { words, onCancel: () => setOpen(undefined) }
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="inline-flex items-center gap-1.5 font-semibold text-approved">
          <CircleCheck aria-hidden="true" className="size-5" />
          {words.isOn}
        </span>
        <span className={codesLeft > 2 ? 'text-muted' : 'font-semibold'}>{words.recoveryCodesLeft(codesLeft)}</span>
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
        <ProofForm {...proof} title={words.newRecoveryCodes} action={words.createRecoveryCodes} work={renewing} />
      ) : null}
      {open === 'off' ? (
        <ProofForm {...proof} title={words.turnOffTitle} action={words.turnOff} look="danger" work={disabling} />
      ) : null}
    </>
  )
}

type ProofProps = {
  words: Words
  title: string
  action: string
  look?: ButtonLook
  work: Work<[typed: Proof]>
  onCancel: () => void
}

function ProofForm({ words, title, action, look = 'primary', work, onCancel }: ProofProps) {
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
        <CodeField words={words} hint={words.secondStepHint} error={work.error} />
      </Form>
    </>
  )
}

type CodesProps = { codes: string[]; words: Words; onSaved: () => void; children?: ReactNode }

function RecoveryCodes({ codes, words, onSaved, children }: CodesProps) {
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
      <ul ref={list} aria-label={words.recoveryCodes} className="grid gap-x-6 gap-y-1 font-receipt sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button look="secondary" onClick={() => void copy()}>
          {copied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
          {copied ? words.copied : words.copyAll}
        </Button>
        <Button onClick={onSaved}>{words.recoveryCodesSaved}</Button>
      </div>
      <p role="status" className="empty:hidden">
        {copied === false ? words.copyBlocked : ''}
      </p>
      {children}
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
