import { CASHIER_NAME_MAX, PIN_DIGITS } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { fieldError } from '@stampus/ui/fieldErrors'
import * as words from '#words'
import { digitsOf } from '../../shared/digits.ts'

/** What is typed about a cashier. A PIN takes digits only. */
export type NameAndPin = { name: string; pin: string }
export const nameAndPin = ['name', 'pin']

export function NameAndPinFields({ name, error }: { name: string; error: unknown }) {
  return (
    <>
      <Field
        label={words.cashierName}
        name="name"
        maxLength={CASHIER_NAME_MAX}
        defaultValue={name}
        error={fieldError(error, 'name')}
      />
      <Field
        label={words.pin}
        name="pin"
        hint={words.pinHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={PIN_DIGITS}
        onChange={({ target }) => {
          target.value = digitsOf(target.value)
        }}
        error={fieldError(error, 'pin')}
      />
    </>
  )
}
