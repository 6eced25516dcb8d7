import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '@stampus/contract/limits'
import { fieldError, generalError } from '@stampus/ui/fieldErrors'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import * as words from '#words'
import { digitsOf, typedCode, typedNumber } from '../../shared/digits.ts'
import { DarkButton } from './darkButtons.tsx'
import type { ShownCode } from './Viewfinder.tsx'

type Props = { checking: { isBusy: boolean; error: unknown; run: (shown: ShownCode) => Promise<void> } }

/** Takes the number and the changing code of a voucher. After the eighth digit the code is typed, after its fourth it is sent. */
export function CodeForm({ checking: { isBusy, error, run } }: Props) {
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
    const digits = typedCode(typed)
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
  ref?: React.Ref<HTMLInputElement>
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
