import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '@stampus/contract/limits'
import type { VoucherCode } from '@stampus/contract/rewards/vouchers'
import { Button } from '@stampus/ui/Button'
import { useScanner } from '@stampus/ui/browser/useScanner'
import { Field } from '@stampus/ui/Field'
import { fieldError, generalError } from '@stampus/ui/fieldErrors'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { Camera, CameraOff } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { scan } from './scan.ts'

type Props = {
  check: { isPending: boolean; error: Error | null }
  onCheck: (shown: VoucherCode) => void
}

export function CodeForm({ check: { isPending, error }, onCheck }: Props) {
  const [number, setNumber] = useState('')
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) onCheck({ number: withoutSpaces(number), code: withoutSpaces(code) })
  }
  /** After the eighth digit the code is typed. Number and code may also be pasted here together. */
  const typeNumber = (typed: string) => {
    const digits = withoutSpaces(typed)
    const isLonger = digits.length > withoutSpaces(number).length
    const isFull = isLonger && digits.length >= VOUCHER_NUMBER_DIGITS && /^\d+$/.test(digits)
    const rest = isFull ? digits.slice(VOUCHER_NUMBER_DIGITS) : ''
    setNumber(rest ? digits.slice(0, VOUCHER_NUMBER_DIGITS) : typed)
    if (rest) setCode(rest)
    if (isFull) codeField.current?.focus()
  }
  const scanned = (shown: VoucherCode) => {
    setNumber(shown.number)
    setCode(shown.code)
    onCheck(shown)
  }
  const general = generalError(error, ['number', 'code'])
  return (
    <div className="grid max-w-2xl gap-5">
      <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            value={number}
            onChange={({ target }) => typeNumber(target.value)}
            hint="Eight digits."
            error={fieldError(error, 'number')}
          />
          <Field
            ref={codeField}
            label="Code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={VOUCHER_CODE_DIGITS + 2}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            hint="Four digits that change every 30 seconds."
            error={fieldError(error, 'code')}
          />
        </div>
        <ErrorNotice>{general}</ErrorNotice>
        <Button type="submit" isBusy={isPending} className="justify-self-start">
          Check
        </Button>
      </form>
      <Scanner onCode={scanned} />
    </div>
  )
}

const withoutSpaces = (typed: string) => typed.replace(/\s/g, '')

function Scanner({ onCode }: { onCode: (code: VoucherCode) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  const toggle = () => {
    setOpen(!isOpen)
    setError(undefined)
  }
  const Icon = isOpen ? CameraOff : Camera
  return (
    <div className="grid justify-items-start gap-3">
      <Button look="secondary" onClick={toggle}>
        <Icon aria-hidden="true" className="size-4" />
        {isOpen ? 'Turn the camera off' : 'Scan the QR code'}
      </Button>
      {isOpen ? (
        <Viewfinder
          onCode={(code) => {
            setOpen(false)
            onCode(code)
          }}
          onError={(text) => {
            setOpen(false)
            setError(text)
          }}
        />
      ) : null}
      <ErrorNotice>{error}</ErrorNotice>
    </div>
  )
}

type ViewfinderProps = { onCode: (code: VoucherCode) => void; onError: (text: string) => void }

/** What the camera sees. The camera is on as long as this is shown. */
function Viewfinder(props: ViewfinderProps) {
  const onCode = useEffectEvent(props.onCode)
  const onError = useEffectEvent(props.onError)
  const { video, isForeign } = useScanner((seen) =>
    scan({ ...seen, onCode: (code) => onCode(code), onError: (text) => onError(text) }),
  )
  return (
    <div className="grid w-full gap-3">
      <video
        ref={video}
        muted
        playsInline
        aria-label="What the camera sees"
        className="aspect-4/3 w-full max-w-md rounded-control bg-ink object-cover"
      />
      <p role="status" className="text-muted text-small">
        {isForeign
          ? "This QR code isn't a voucher. Ask for the page of the voucher in the member's app."
          : "Hold the member's QR code in front of the camera."}
      </p>
    </div>
  )
}
