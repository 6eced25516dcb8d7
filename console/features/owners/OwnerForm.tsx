import { change, list, type OwnerCard } from '@stampus/contract/console/counters/owners'
import type { Language } from '@stampus/contract/values/languages'
import { Field } from '@stampus/ui/Field'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldError, showFieldErrors } from '../../shared/api/api.ts'
import { useCall } from '../../shared/api/queries.ts'
import type { MerchantOption } from '../../shared/forms/MerchantField.tsx'
import { MerchantsField } from '../../shared/forms/MerchantsField.tsx'
import { RecordForm } from '../../shared/forms/RecordForm.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { showToast } from '../../shared/toasts.ts'
import { mailLanguages } from './mailLanguages.ts'

type Values = { name: string; language: Language; merchants: MerchantOption[] }
const fields = ['name', 'language'] as const
const toValues = ({ name, language, merchants }: OwnerCard): Values => ({ name, language, merchants })

/** Changes an owner's name, the language of their mails and their merchants. */
export function OwnerForm({ owner: opened, onReload }: { owner: OwnerCard; onReload: () => void }) {
  const [owner, setOwner] = useState(opened)
  const form = useForm<Values>({ defaultValues: toValues(opened) })
  const { register, watch, setValue, formState } = form
  const changing = useCall(change, [list.path])
  const save = ({ merchants, ...values }: Values) => {
    if (changing.isPending) return
    const input = { id: owner.id, version: owner.version, ...values, merchant_ids: merchants.map(({ id }) => id) }
    changing.mutate(input, {
      onSuccess: ({ data }) => {
        setOwner(data)
        form.reset(toValues(data))
        showToast(`${data.name} saved.`)
      },
      onError: (error) => showFieldErrors(error, [...fields], form.setError),
    })
  }
  return (
    <RecordForm
      save={form.handleSubmit(save)}
      isPending={changing.isPending}
      error={changing.error}
      isUnsaved={formState.isDirty}
      shownFields={[...fields, 'merchant_ids']}
      onReload={onReload}
      action="Save"
    >
      <Field label="Name" autoComplete="off" error={formState.errors.name?.message} {...register('name')} />
      <Select
        label="Language of emails"
        options={mailLanguages}
        error={formState.errors.language?.message}
        {...register('language')}
      />
      <MerchantsField
        legend="Merchants"
        merchants={watch('merchants')}
        onChange={(merchants) => setValue('merchants', merchants, { shouldDirty: true })}
        error={fieldError(changing.error, 'merchant_ids')}
      />
      <p className="text-muted text-small">
        Phones that they enrolled for a merchant stop working when you remove the merchant here.
      </p>
    </RecordForm>
  )
}
