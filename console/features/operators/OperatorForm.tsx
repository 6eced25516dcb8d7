import { changeOperator, type OperatorCard } from '@stampus/contract/console/operators'
import type { InputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { isEmailAddress } from '@stampus/contract/values/emails'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { showFieldErrors } from '../../shared/api/api.ts'
import { useCall } from '../../shared/api/queries.ts'
import { MerchantField, type MerchantOption } from '../../shared/forms/MerchantField.tsx'
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
      <OwnMerchants
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

type OwnMerchantsProps = { merchants: MerchantOption[]; onChange: (merchants: MerchantOption[]) => void }

/** The merchants that the operator belongs to. Their receipts are never shown to this operator. */
function OwnMerchants({ merchants, onChange }: OwnMerchantsProps) {
  const add = (merchant: MerchantOption | null) => {
    if (merchant && merchants.every(({ id }) => id !== merchant.id)) onChange([...merchants, merchant])
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">Own merchants</legend>
      <SelectedItems
        what="Own merchants"
        items={merchants.map(({ id, name }) => ({ key: String(id), name }))}
        onRemove={(gone) => onChange(merchants.filter(({ id }) => String(id) !== gone))}
      />
      <MerchantField
        label="Find a merchant to add"
        value={null}
        onChange={add}
        hint="Type part of the name, then choose the merchant."
      />
    </fieldset>
  )
}

type SelectedItemsProps = { what: string; items: { key: string; name: string }[]; onRemove: (key: string) => void }

/** Selected items with remove buttons. Removing one focuses its neighbour. */
function SelectedItems({ what, items, onRemove }: SelectedItemsProps) {
  const all = useRef<HTMLDivElement>(null)
  const remove = ({ currentTarget }: MouseEvent, key: string) => {
    const item = currentTarget.closest('li')
    const neighbour = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button')
    const next = neighbour ?? all.current
    next?.focus()
    onRemove(key)
  }
  return (
    <div ref={all} tabIndex={-1} className="outline-none">
      {items.length === 0 ? <p className="text-small text-muted">None</p> : null}
      <ul aria-label={what} hidden={items.length === 0} className="flex flex-wrap gap-2 [&[hidden]]:hidden">
        {items.map(({ key, name }) => (
          <li key={key} className="flex min-w-0 items-center rounded-control border border-line bg-paper pl-3">
            <span className="wrap-anywhere min-w-0">{name}</span>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={(event) => remove(event, key)}
              className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
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
