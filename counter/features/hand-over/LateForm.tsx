import { LATE_MS, VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { addDays, dayIn, instantOf, wallTimeIn } from '@stampus/contract/values/days'
import { useWork } from '@stampus/ui/browser/useWork'
import { Field } from '@stampus/ui/Field'
import { fieldError } from '@stampus/ui/fieldErrors'
import { CancelButton, Form } from '@stampus/ui/forms/Form'
import { useEffect, useState } from 'react'
import * as words from '#words'
import { CallError } from '../../shared/api/api.ts'
import { Section } from '../../shared/components/Section.tsx'
import { digitsOf, readableDigits, typedNumber, typedVoucherCode } from '../../shared/digits.ts'
import { settings } from '../../shared/settings.ts'
import { type LateHandOver, note, removeLate } from '../../shared/storage/late.ts'
import { serverNow } from '../../shared/storage/ownPhone.ts'

type Props = {
  corrected?: LateHandOver
  onNoted: (late: LateHandOver) => void
  onCancel: () => void
}

const fields = ['number', 'code', 'noted_at']

/** Takes what was noted on paper. It is in the list before it is sent, so that no error loses it. */
export function LateForm({ corrected, onNoted, onCancel }: Props) {
  const { time_zone } = settings
  const today = dayIn(time_zone, new Date(serverNow()))
  const [number, setNumber] = useState(readableDigits(corrected?.number ?? ''))
  const [code, setCode] = useState(corrected?.code ?? '')
  const [day, setDay] = useState(() => (corrected ? dayIn(time_zone, new Date(corrected.at)) : today))
  const [time, setTime] = useState(() => (corrected ? wallTimeIn(time_zone, new Date(corrected.at)).slice(-5) : ''))
  useEffect(() => document.querySelector<HTMLElement>(`[aria-label="${words.lateFormTitle}"] input`)?.focus(), [])
  const noting = useWork(async () => {
    const at = instantFor(day, time)
    const errors = findErrors({ number: digitsOf(number), code, at })
    if (!at || Object.keys(errors).length > 0) throw new CallError(422, { errors })
    if (corrected) removeLate([corrected.id])
    onNoted(note({ number: digitsOf(number), code, at }).late)
  })
  return (
    <Section title={words.lateFormTitle} className="border-line border-t pt-5">
      <Form
        work={noting}
        fields={fields}
        action={words.enter}
        more={<CancelButton text={words.cancel} onClick={onCancel} />}
      >
        <Field
          label={words.number}
          hint={words.numberHint}
          inputMode="numeric"
          autoComplete="off"
          value={number}
          onChange={({ target }) => setNumber(typedNumber(target.value))}
          error={fieldError(noting.error, 'number')}
        />
        <Field
          label={words.code}
          hint={words.codeHint}
          inputMode="numeric"
          autoComplete="off"
          value={code}
          onChange={({ target }) => setCode(typedVoucherCode(target.value))}
          error={fieldError(noting.error, 'code')}
        />
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-semibold">{words.day}</legend>
          <div className="flex gap-2">
            {[today, addDays(today, -1)].map((one) => (
              <label
                key={one}
                className="flex min-h-11 flex-1 items-center gap-2 rounded-control border border-border-strong bg-sheet px-3 has-checked:border-blue has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-blue"
              >
                <input
                  type="radio"
                  name="day"
                  checked={one === day}
                  onChange={() => setDay(one)}
                  className="size-5 accent-blue"
                />
                {one === today ? words.dayToday : words.dayYesterday}
              </label>
            ))}
          </div>
        </fieldset>
        <Field
          label={words.time}
          hint={words.timeHint}
          type="time"
          value={time}
          onChange={({ target }) => setTime(target.value)}
          error={fieldError(noting.error, 'noted_at')}
        />
      </Form>
    </Section>
  )
}

function instantFor(day: string, time: string): string | undefined {
  return /^\d\d:\d\d/.test(time) ? instantOf(day, time.slice(0, 5), settings.time_zone).toISOString() : undefined
}

function findErrors({ number, code, at }: { number: string; code: string; at: string | undefined }) {
  const age = at ? serverNow() - Date.parse(at) : Number.NaN
  return {
    ...(number.length !== VOUCHER_NUMBER_DIGITS && { number: [texts.voucherNumberInvalid] }),
    ...(code.length !== VOUCHER_CODE_DIGITS && { code: [texts.voucherCodeInvalid] }),
    ...(!(age >= 0 && age <= LATE_MS) && { noted_at: [texts.lateTimeInvalid] }),
  }
}
