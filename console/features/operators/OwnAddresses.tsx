import * as texts from '@stampus/contract/texts'
import { isEmailAddress } from '@stampus/contract/values/emails'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import type { KeyboardEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Chosen } from './Chosen.tsx'
import { addressesOf, type OperatorValues } from './operatorValues.ts'

/** The college addresses that an operator has as a member: receipts from there are never served to them (D-50). */
export function OwnAddresses({ form }: { form: UseFormReturn<OperatorValues> }) {
  const { errors } = form.formState
  const addresses = form.watch('addresses')
  const set = (changed: string[]) => form.setValue('addresses', changed, { shouldDirty: true })
  const add = () => {
    const another = form.getValues('another')
    if (!isEmailAddress(another.trim()))
      return form.setError('another', { message: texts.invalidEmail }, { shouldFocus: true })
    set(addressesOf({ addresses, another }))
    form.setValue('another', '', { shouldDirty: true })
    form.clearErrors('another')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">Own college addresses</legend>
      <Chosen
        what="Own college addresses"
        items={addresses.map((address) => ({ key: address, name: address }))}
        onRemove={(gone) => set(addresses.filter((address) => address !== gone))}
      />
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label="Another address"
          type="email"
          autoComplete="off"
          error={errors.another?.message ?? errors.addresses?.message}
          hint="Their own receipts never come before this operator."
          onKeyDown={onKeyDown}
          className="min-w-60 flex-1"
          {...form.register('another', { validate: emptyOrAddress })}
        />
        <Button look="secondary" onClick={add} className="sm:mt-7.5">
          Add address
        </Button>
      </div>
    </fieldset>
  )
}

/** What is typed is taken in when the form is saved. */
function emptyOrAddress(typed: string): true | string {
  return typed.trim() === '' || isEmailAddress(typed.trim()) || texts.invalidEmail
}
