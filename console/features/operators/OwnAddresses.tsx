import type { OperatorCard } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import { isEmailAddress } from '@stampus/contract/values/emails'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import type { KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ControlProps, FormField } from '../../shared/forms/fields.tsx'
import { SelectedItems } from '../../shared/forms/MerchantsField.tsx'

/** The operator's own addresses as a member. Receipts from them are never shown to this operator. */
export const ownAddresses: FormField<OperatorCard, string[], string[]> = {
  from: (operator) => operator?.addresses ?? [],
  send: (typed) => typed,
  Control: OwnAddresses,
}

function OwnAddresses({ value: addresses, onChange, error }: ControlProps<string[]>) {
  const { register, getValues, setValue, setError, clearErrors, formState } = useFormContext<{ another: string }>()
  const add = () => {
    const another = getValues('another')
    if (!isEmailAddress(another.trim()))
      return setError('another', { message: texts.invalidEmail }, { shouldFocus: true })
    onChange(allAddresses({ addresses, another }))
    setValue('another', '', { shouldDirty: true })
    clearErrors('another')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">Own college email addresses</legend>
      <SelectedItems
        what="Own college email addresses"
        items={addresses.map((address) => ({ key: address, name: address }))}
        onRemove={(gone) => onChange(addresses.filter((address) => address !== gone))}
      />
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label="Email address to add"
          type="email"
          autoComplete="off"
          error={formState.errors.another?.message ?? error}
          hint="This operator never sees receipts from these addresses."
          onKeyDown={onKeyDown}
          className="min-w-60 flex-1"
          {...register('another', { validate: validateAddress })}
        />
        <Button look="secondary" onClick={add} className="sm:mt-7.5">
          Add email address
        </Button>
      </div>
    </fieldset>
  )
}

/** The typed address is added when the form is saved. */
function validateAddress(typed: string): true | string {
  return typed.trim() === '' || isEmailAddress(typed.trim()) || texts.invalidEmail
}

/** All addresses, with the typed one if it is valid. */
export function allAddresses({ addresses, another }: { addresses: string[]; another: string }): string[] {
  const address = another.trim()
  return isEmailAddress(address) ? [...new Set([...addresses, address])] : addresses
}
