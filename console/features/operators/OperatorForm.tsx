import { changeOperator, type OperatorCard } from '@stampus/contract/console/operators'
import type { InputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { isEmailAddress } from '@stampus/contract/values/emails'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { type KeyboardEvent, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { showFieldErrors } from '../../shared/api/api.ts'
import { useCall } from '../../shared/api/queries.ts'
import { MerchantsField, SelectedItems } from '../../shared/forms/MerchantsField.tsx'
import { RecordForm } from '../../shared/forms/RecordForm.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { roleOptions } from '../../shared/labels/labels.ts'
import { showToast } from '../../shared/toasts.ts'

type Props = { operator: OperatorCard; isOwn: boolean; onReload: () => void }
const fields = ['name', 'role', 'addresses'] as const

/** Changes an operator's name and role, and their conflicts of interest. */
export function OperatorForm({ operator: opened, isOwn, onReload }: Props) {
  const [operator, setOperator] = useState(opened)
  const form = useForm<OperatorValues>({ defaultValues: toFormValues(opened) })
  const { register, watch, setValue, formState } = form
  const changing = useCall(changeOperator, ['/console/operators'])
  const outcome = {
    onSuccess: ({ data }: { data: OperatorCard }) => {
      setOperator(data)
      form.reset(toFormValues(data))
      showToast(`${data.name} saved.`)
    },
    onError: (error: Error) => showFieldErrors(error, [...fields], form.setError),
  }
  const save = (values: OperatorValues) =>
    changing.isPending || changing.mutate(toChangeInput(values, operator), outcome)
  return (
    <RecordForm
      save={form.handleSubmit(save)}
      isPending={changing.isPending}
      error={changing.error}
      isUnsaved={formState.isDirty}
      shownFields={fields}
      onReload={onReload}
      action="Save"
    >
      <Field label="Name" autoComplete="off" error={formState.errors.name?.message} {...register('name')} />
      <Select
        label="Role"
        options={isOwn ? roleOptions.filter(({ value }) => value === opened.role) : roleOptions}
        error={formState.errors.role?.message}
        {...register('role')}
      />
      <OwnAddresses form={form} />
      <MerchantsField
        legend="Own merchants"
        merchants={watch('merchants')}
        onChange={(merchants) => setValue('merchants', merchants, { shouldDirty: true })}
      />
    </RecordForm>
  )
}

/** The operator's own addresses as a member. Receipts from them are never shown to this operator. */
function OwnAddresses({ form }: { form: UseFormReturn<OperatorValues> }) {
  const { errors } = form.formState
  const addresses = form.watch('addresses')
  const set = (changed: string[]) => form.setValue('addresses', changed, { shouldDirty: true })
  const add = () => {
    const another = form.getValues('another')
    if (!isEmailAddress(another.trim()))
      return form.setError('another', { message: texts.invalidEmail }, { shouldFocus: true })
    set(allAddresses({ addresses, another }))
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
      <legend className="mb-1.5 font-semibold">Own college email addresses</legend>
      <SelectedItems
        what="Own college email addresses"
        items={addresses.map((address) => ({ key: address, name: address }))}
        onRemove={(gone) => set(addresses.filter((address) => address !== gone))}
      />
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label="Email address to add"
          type="email"
          autoComplete="off"
          error={errors.another?.message ?? errors.addresses?.message}
          hint="This operator never sees receipts from these addresses."
          onKeyDown={onKeyDown}
          className="min-w-60 flex-1"
          {...form.register('another', { validate: validateAddress })}
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

/** The values of the form; `another` is a typed address that is not added yet. */
type OperatorValues = Pick<OperatorCard, 'name' | 'role' | 'addresses' | 'merchants'> & { another: string }

function toFormValues({ name, role, addresses, merchants }: OperatorCard): OperatorValues {
  return { name, role, addresses, merchants, another: '' }
}

function toChangeInput(values: OperatorValues, { id, version }: OperatorCard): InputOf<typeof changeOperator> {
  const { name, role, merchants } = values
  return { id, version, name, role, addresses: allAddresses(values), merchant_ids: merchants.map((one) => one.id) }
}

/** All addresses, with the typed one if it is valid. */
function allAddresses({ addresses, another }: Pick<OperatorValues, 'addresses' | 'another'>): string[] {
  const address = another.trim()
  return isEmailAddress(address) ? [...new Set([...addresses, address])] : addresses
}
