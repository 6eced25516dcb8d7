import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import {
  COUNTER_CODE_DIGITS,
  PROOF_DIGITS,
  VOUCHER_CODE_DIGITS,
  VOUCHER_CODE_SECONDS,
  VOUCHER_NUMBER_DIGITS,
} from '@stampus/contract/limits'
import type { VoucherCode } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { NotebookPen, ScanEye, WifiOff } from 'lucide-react'
import { Secret, TOTP } from 'otpauth/bare'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { digitsOf, readableDigits, typedNumber, typedVoucherCode } from '../../shared/digits.ts'
import { note } from '../../shared/storage/late.ts'
import { mayWorkOffline, serverNow, useStoredPhone } from '../../shared/storage/ownPhone.ts'
import { DigitsField } from './CodeEntry.tsx'
import { DarkButton, NextButton, Outcome } from './darkButtons.tsx'

type Props = {
  shown: VoucherCode
  shownAt: string
  onNext: () => void
}

/** The member types the code shown here. Without a network on both sides, the voucher is noted on this phone. */
export default function OfflineCode({ shown, shownAt, onNext }: Props) {
  const [number, setNumber] = useState(readableDigits(shown.number))
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const [isStored, setStored] = useState<boolean>()
  const digits = digitsOf(number)
  const noteDown = (given: { code: string; at: string }) => setStored(note({ number: digits, ...given }).isStored)
  if (isStored !== undefined)
    return (
      <Outcome
        icon={NotebookPen}
        role="status"
        look="text-wait"
        title={isStored ? words.noted : words.notStored}
        onNext={onNext}
      >
        {isStored ? words.notedText : words.notedNotStored}
      </Outcome>
    )
  if (isComparing) return <Comparison digits={digits} onBack={() => setComparing(false)} onNext={onNext} />
  const noteShown = () => {
    if (digits === shown.number) noteDown({ code: shown.code, at: shownAt })
    else setCodeNeeded(true)
  }
  return (
    <div className="flex flex-1 flex-col gap-5 p-column">
      <div className="grid content-start gap-4">
        <h1 className="flex items-center gap-3 font-bold text-title">
          <WifiOff aria-hidden="true" className="size-7 shrink-0" />
          {words.offlineTitle}
        </h1>
        <p>{isCodeNeeded ? words.noteText : mayWorkOffline() ? words.offlineText : words.offlinePinTooOld}</p>
        <DigitsField
          label={words.number}
          hint={words.numberHint}
          value={number}
          onType={(typed) => setNumber(typedNumber(typed))}
          error={undefined}
        />
      </div>
      {isCodeNeeded ? (
        <MissingVoucherCode onCode={(code) => noteDown({ code, at: new Date(serverNow()).toISOString() })} />
      ) : (
        <>
          {mayWorkOffline() ? <ChangingCode digits={digits} codeFor={offlineCode} /> : <div className="flex-1" />}
          {mayWorkOffline() && digits.length === VOUCHER_NUMBER_DIGITS ? (
            <DarkButton look="go" className="min-h-16 text-lead" onClick={() => setComparing(true)}>
              <ScanEye aria-hidden="true" className="size-6 shrink-0" />
              {words.compare}
            </DarkButton>
          ) : null}
          {digits.length === VOUCHER_NUMBER_DIGITS ? (
            <DarkButton look="waitOutline" className="min-h-14" onClick={noteShown}>
              <NotebookPen aria-hidden="true" className="size-5 shrink-0" />
              {words.memberOffline}
            </DarkButton>
          ) : null}
        </>
      )}
      <NextButton onNext={onNext} />
    </div>
  )
}

/** A page that imitates a used voucher does not know these digits, so the cashier looks there before they appear here. */
function Comparison({ digits, onBack, onNext }: { digits: string; onBack: () => void; onNext: () => void }) {
  return (
    <div className="flex flex-1 flex-col gap-5 p-column">
      <h1 className="font-bold text-title">{words.compareTitle}</h1>
      <p>{words.compareText}</p>
      <ChangingCode digits={digits} codeFor={proofCode} />
      <DarkButton look="outline" className="min-h-14" onClick={onBack}>
        {words.compareBack}
      </DarkButton>
      <NextButton onNext={onNext} />
    </div>
  )
}

function ChangingCode({ digits, codeFor }: { digits: string; codeFor: typeof offlineCode }) {
  const phone = useStoredPhone()
  const [at, setAt] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setAt(serverNow()), 500)
    return () => clearInterval(timer)
  }, [])
  const code = phone?.key && digits.length === VOUCHER_NUMBER_DIGITS ? codeFor(phone.key, digits, at) : undefined
  return (
    <div className="grid flex-1 content-center gap-2 text-center">
      {code ? (
        <>
          <p className="font-bold font-receipt text-figure tabular-nums tracking-wider">
            {`${code.slice(0, 3)} ${code.slice(3)}`.trim()}
          </p>
          <p className="tabular-nums">{sentences.offlineSeconds(secondsLeft(at))}</p>
        </>
      ) : null}
    </div>
  )
}

function MissingVoucherCode({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === VOUCHER_CODE_DIGITS) onCode(code)
    else setError(texts.voucherCodeInvalid)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid flex-1 content-start gap-4">
      <DigitsField
        label={words.code}
        hint={words.codeHint}
        value={code}
        onType={(typed) => setCode(typedVoucherCode(typed))}
        error={error}
      />
      <DarkButton type="submit" look="wait" className="min-h-14 text-lead">
        {words.noteIt}
      </DarkButton>
    </form>
  )
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The code of this phone for a voucher at a time, in milliseconds. Its key is that of the phone, then the voucher's number. */
function offlineCode(key: string, number: string, at: number): string {
  return totpAt(new Uint8Array([...Secret.fromBase32(key).bytes, ...bytesOf(number)]), COUNTER_CODE_DIGITS, at)
}

/** What the true page of a voucher shows at a time once the code of this phone was used for it. */
function proofCode(key: string, number: string, at: number): string {
  return totpAt(hmac(sha1, Secret.fromBase32(key).bytes, bytesOf(`${number} used`)), PROOF_DIGITS, at)
}

const secondsLeft = (at: number): number => VOUCHER_CODE_SECONDS - (Math.floor(at / 1000) % VOUCHER_CODE_SECONDS)

/** The library comes without hash functions here, which are most of its size. */
function totpAt(key: Uint8Array, digits: number, timestamp: number): string {
  const secret = new Secret({ buffer: new Uint8Array(key).buffer })
  const period = VOUCHER_CODE_SECONDS
  return new TOTP({ secret, digits, period, hmac: (_, own, message) => hmac(sha1, own, message) }).generate({
    timestamp,
  })
}
