import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '@stampus/contract/limits'
import { readVoucherCode, type VoucherCode } from '@stampus/contract/rewards/vouchers'
import { type CameraProblem, scanCodes } from '@stampus/ui/browser/scanCodes'
import { useScanner } from '@stampus/ui/browser/useScanner'
import { fieldError, generalError } from '@stampus/ui/fieldErrors'
import { Flashlight, FlashlightOff } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import * as words from '#words'
import { digitsOf, typedNumber, typedVoucherCode } from '../../shared/digits.ts'
import { DarkButton } from './darkButtons.tsx'

const problems: Record<CameraProblem, string> = {
  unsupported: words.cameraUnsupported,
  denied: words.cameraDenied,
  missing: words.cameraMissing,
  busy: words.cameraBusy,
  lost: words.cameraLost,
  failed: words.cameraFailed,
}

/** A code in front of the camera is not seen in every picture of it, and the camera takes some time to start. */
const HELD_MS = 1500
const START_MS = 3000

type ViewfinderProps = {
  isBusy: boolean
  /** The last code. It counts again after it was out of sight, so that a voucher just handed over is not checked twice. */
  held: VoucherCode | undefined
  onCode: (code: VoucherCode) => void
}

export function Viewfinder({ isBusy, held, onCode }: ViewfinderProps) {
  const [problem, setProblem] = useState<CameraProblem>()
  const [light, setLight] = useState<{ set: (isOn: boolean) => void }>()
  const found = useEffectEvent((code: VoucherCode) => isBusy || onCode(code))
  const { video, isForeign } = useScanner((seen) => {
    const isStillHeld = createHeldCheck(held)
    const stop = scanCodes({
      ...seen,
      read: readVoucherCode,
      loadDetector: () => import('qr/decode.js'),
      onCode: (code) => isStillHeld(code) || found(code),
      onProblem: setProblem,
      onLight: (set) => setLight({ set }),
    })
    return () => {
      setLight(undefined)
      stop()
    }
  }, !problem)
  return (
    <div className="grid gap-3">
      <div className="relative aspect-square max-h-[46dvh] w-full overflow-hidden rounded-sheet border-2 border-dark-line">
        {problem ? (
          <div className="grid h-full content-center justify-items-center gap-4 p-4 text-center">
            <p role="alert" className="text-balance">
              {problems[problem]}
            </p>
            <DarkButton look="outline" className="min-h-12" onClick={() => setProblem(undefined)}>
              {words.cameraOn}
            </DarkButton>
          </div>
        ) : (
          <video ref={video} muted playsInline aria-label={words.cameraView} className="size-full object-cover" />
        )}
        {light ? <LightButton set={light.set} /> : null}
      </div>
      <p role="status" className={`min-h-12 text-balance text-center ${isForeign ? 'font-semibold text-wait' : ''}`}>
        {isForeign ? words.scanForeign : problem ? '' : words.scanHint}
      </p>
    </div>
  )
}

/** Whether a code that is seen is the held one, which has not been out of sight yet. */
function createHeldCheck(held: VoucherCode | undefined) {
  let until = performance.now() + START_MS
  return ({ number, code }: VoucherCode) => {
    const now = performance.now()
    if (number !== held?.number || code !== held.code || now > until) return false
    until = now + HELD_MS
    return true
  }
}

function LightButton({ set }: { set: (isOn: boolean) => void }) {
  const [isOn, setOn] = useState(false)
  const Icon = isOn ? FlashlightOff : Flashlight
  return (
    <button
      type="button"
      aria-label={isOn ? words.torchOff : words.torchOn}
      className="absolute right-3 bottom-3 grid size-12 place-items-center rounded-chip bg-dark/80"
      onClick={() => {
        set(!isOn)
        setOn(!isOn)
      }}
    >
      <Icon aria-hidden="true" className="size-6" />
    </button>
  )
}

type FormProps = { checking: { isBusy: boolean; error: unknown; run: (shown: VoucherCode) => Promise<void> } }

/** Takes the number and the changing code of a voucher. After the eighth digit the code is typed, after its fourth it is sent. */
export function CodeForm({ checking: { isBusy, error, run } }: FormProps) {
  const [number, setNumber] = useState('')
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isBusy) void run({ number: digitsOf(number), code: digitsOf(code) })
  }
  const typeNumber = (typed: string) => {
    const digits = digitsOf(typed)
    const isFull = digits.length > digitsOf(number).length && digits.length >= VOUCHER_NUMBER_DIGITS
    setNumber(typedNumber(typed))
    if (isFull) codeField.current?.focus()
  }
  const typeCode = (typed: string) => {
    const digits = typedVoucherCode(typed)
    setCode(digits)
    const isFull = digits.length === VOUCHER_CODE_DIGITS && digits.length > code.length
    if (isFull && !isBusy && digitsOf(number).length === VOUCHER_NUMBER_DIGITS)
      void run({ number: digitsOf(number), code: digits })
  }
  const general = generalError(error, ['number', 'code'])
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <DigitsField
        label={words.number}
        hint={words.numberHint}
        value={number}
        onType={typeNumber}
        error={fieldError(error, 'number')}
      />
      <DigitsField
        ref={codeField}
        label={words.code}
        hint={words.codeHint}
        value={code}
        onType={typeCode}
        error={fieldError(error, 'code')}
      />
      {general ? <p role="alert">{general}</p> : null}
      <DarkButton type="submit" look="go" className="min-h-14 text-lead" isBusy={isBusy}>
        {words.check}
      </DarkButton>
    </form>
  )
}

type FieldProps = {
  label: string
  hint: string
  value: string
  onType: (typed: string) => void
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function DigitsField({ label, hint, value, onType, error, ref }: FieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onType(target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-text`}
        className="min-h-14 w-full rounded-control border-2 border-dark-line bg-transparent px-3 font-receipt text-title outline-offset-2 focus:border-on-dark"
      />
      <p id={`${id}-text`} role={error ? 'alert' : undefined} className={error ? 'text-stop' : ''}>
        {error ?? hint}
      </p>
    </div>
  )
}
