import { changeOperator, type OperatorCard } from '@stampus/contract/console/operators'
import { Field } from '@stampus/ui/Field'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFaults } from '../../shared/api/faults.ts'
import { useCall } from '../../shared/api/queries.ts'
import { SavedForm } from '../../shared/forms/SavedForm.tsx'
import { Choice } from '../../shared/forms/Select.tsx'
import { roleChoices } from '../../shared/labels/roles.ts'
import { say } from '../../shared/toasts.ts'
import { OwnAddresses } from './OwnAddresses.tsx'
import { OwnMerchants } from './OwnMerchants.tsx'
import { changeOf, type OperatorValues, valuesOf } from './operatorValues.ts'

type Props = { operator: OperatorCard; isOwn: boolean; onReload: () => void }
const fields = ['name', 'role', 'addresses'] as const

/** Changes who an operator is and whom they are too near to judge. */
export function OperatorForm({ operator: opened, isOwn, onReload }: Props) {
  const [operator, setOperator] = useState(opened)
  const form = useForm<OperatorValues>({ defaultValues: valuesOf(opened) })
  const { register, watch, setValue, formState } = form
  const changing = useCall(changeOperator, ['/console/operators'])
  const outcome = {
    onSuccess: ({ data }: { data: OperatorCard }) => {
      setOperator(data)
      form.reset(valuesOf(data))
      say(`${data.name} is saved.`)
    },
    onError: (error: Error) => showFaults(error, [...fields], form.setError),
  }
  const save = (values: OperatorValues) => changing.isPending || changing.mutate(changeOf(values, operator), outcome)
  return (
    <SavedForm
      save={form.handleSubmit(save)}
      isPending={changing.isPending}
      error={changing.error}
      unsaved={formState.isDirty}
      shownFields={fields}
      onReload={onReload}
      action="Save"
    >
      <Field label="Name" autoComplete="off" error={formState.errors.name?.message} {...register('name')} />
      <Choice
        label="Role"
        options={isOwn ? roleChoices.filter(({ value }) => value === opened.role) : roleChoices}
        error={formState.errors.role?.message}
        {...register('role')}
      />
      <OwnAddresses form={form} />
      <OwnMerchants
        merchants={watch('merchants')}
        onChange={(merchants) => setValue('merchants', merchants, { shouldDirty: true })}
      />
    </SavedForm>
  )
}
