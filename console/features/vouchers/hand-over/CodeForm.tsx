import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { fieldError, generalError } from '@stampus/ui/fieldErrors'
import { Notice } from '@stampus/ui/Notice'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Scanner } from './Scanner.tsx'
import type { ShownCode } from './scan.ts'

type Props = {
  check: { isPending: boolean; error: Error | null }
  onCheck: (shown: ShownCode) => void
}

/** Takes the number and the changing code of a voucher, typed or scanned. */
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
  /** After the eighth digit the code is typed. Both may also be pasted here together. */
  const typeNumber = (typed: string) => {
    const digits = withoutSpaces(typed)
    const isLonger = digits.length > withoutSpaces(number).length
    const isFull = isLonger && digits.length >= VOUCHER_NUMBER_DIGITS && /^\d+$/.test(digits)
    const rest = isFull ? digits.slice(VOUCHER_NUMBER_DIGITS) : ''
    setNumber(rest ? digits.slice(0, VOUCHER_NUMBER_DIGITS) : typed)
    if (rest) setCode(rest)
    if (isFull) codeField.current?.focus()
  }
  const scanned = (shown: ShownCode) => {
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
        {general ? (
          <Notice kind="error" role="alert">
            <p>{general}</p>
          </Notice>
        ) : null}
        <Button type="submit" isBusy={isPending} className="justify-self-start">
          Check
        </Button>
      </form>
      <Scanner onCode={scanned} />
    </div>
  )
}

const withoutSpaces = (typed: string) => typed.replace(/\s/g, '')
