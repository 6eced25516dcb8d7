import { invite, list, type OwnerRow } from '@stampus/contract/console/counters/owners'
import { INVITATION_HOURS } from '@stampus/contract/limits'
import type { Language } from '@stampus/contract/values/languages'
import { Button } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { EmailText } from '@stampus/ui/EmailText'
import { Field } from '@stampus/ui/Field'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { fieldError, generalError, showFieldErrors } from '../../shared/api/api.ts'
import { q, useCall } from '../../shared/api/queries.ts'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { SubmitActions } from '../../shared/dialogs/SubmitActions.tsx'
import { MerchantFilter, type MerchantOption } from '../../shared/forms/MerchantField.tsx'
import { MerchantsField } from '../../shared/forms/MerchantsField.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { ClearFilters, useFilters } from '../../shared/lists/useFilters.tsx'
import { showToast } from '../../shared/toasts.ts'
import { mailLanguages } from './mailLanguages.ts'

/** The owners of merchants, who run the counters. */
export default function OwnersPage() {
  const { values, change, clear, isFiltered } = useFilters('merchant_id')
  const merchantId = /^\d{1,15}$/.test(values.merchant_id ?? '') ? values.merchant_id : ''
  const query = useQuery({
    ...q(list, { page: values.page, merchant_id: merchantId }),
    placeholderData: keepPreviousData,
  })
  const [inviting, setInviting] = useState(false)
  const action = (
    <Button onClick={() => setInviting(true)}>
      <Plus aria-hidden="true" className="size-4" />
      Invite an owner
    </Button>
  )
  return (
    <Page title="Owners" actions={action}>
      <p className="max-w-2xl text-muted">
        Owners of merchants use the counter app: they enrol phones, name cashiers and see what was handed over.
      </p>
      <search className="grid sm:grid-cols-2">
        <MerchantFilter id={merchantId ?? ''} onChange={(merchant_id) => change({ merchant_id })} />
      </search>
      <ClearFilters isFiltered={isFiltered} onClear={clear} />
      <PagedTable
        query={query}
        what="owners"
        caption="Owners"
        none={isFiltered ? 'This merchant has no owner.' : 'No owners yet.'}
        columns={columns}
      />
      {inviting ? <InviteOwner onClose={() => setInviting(false)} /> : null}
    </Page>
  )
}

const columns: Column<OwnerRow>[] = [
  { name: 'Owner', cell: (owner) => <Name {...owner} /> },
  { name: 'Merchants', cell: ({ merchants }) => merchants.map(({ name }) => name).join(', ') || 'None' },
  {
    name: 'Second factor',
    cell: ({ has_second_factor }) => (
      <StateBadge look={has_second_factor ? 'good' : 'quiet'}>{has_second_factor ? 'On' : 'Off'}</StateBadge>
    ),
  },
  { name: 'Last seen', cell: (owner) => <LastSeen {...owner} /> },
]

function Name({ id, name, email }: OwnerRow) {
  return (
    <Link to={`/owners/${id}`} className="grid min-h-11 content-center text-blue hover:underline">
      <span className="font-semibold">{name}</span>
      <span className="text-small text-muted">
        <EmailText address={email} />
      </span>
    </Link>
  )
}

function LastSeen({ last_seen_at, invited }: OwnerRow) {
  if (invited) return <StateBadge look="soon">No password yet</StateBadge>
  return last_seen_at ? <When at={last_seen_at} /> : 'Never'
}

type Values = { name: string; email: string; language: Language; merchants: MerchantOption[] }
const fields = ['name', 'email', 'language'] as const

/** Invites an owner. They choose their password with the link in a mail. */
function InviteOwner({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm<Values>({
    defaultValues: { name: '', email: '', language: 'ms', merchants: [] },
  })
  const { errors } = formState
  const inviting = useCall(invite, [list.path])
  const send = ({ merchants, ...values }: Values) => {
    if (inviting.isPending) return
    const input = { ...values, merchant_ids: merchants.map(({ id }) => id) }
    inviting.mutate(input, {
      onSuccess: ({ data: { id, name } }) => {
        showToast(`${name} invited. We've emailed them a link to choose a password.`)
        navigate(`/owners/${id}`)
      },
      onError: (error) => showFieldErrors(error, [...fields], setError),
    })
  }
  const general = generalError(inviting.error, [...fields, 'merchant_ids'])
  return (
    <Dialog title="Invite an owner" error={general} isBusy={inviting.isPending} onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(send)} className="grid gap-4">
        <Field label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          hint={`Any address. The link in the email works for ${INVITATION_HOURS} hours.`}
          error={errors.email?.message}
          {...register('email')}
        />
        <Select
          label="Language of emails"
          options={mailLanguages}
          error={errors.language?.message}
          {...register('language')}
        />
        <MerchantsField
          legend="Merchants"
          merchants={watch('merchants')}
          onChange={(merchants) => setValue('merchants', merchants)}
          error={fieldError(inviting.error, 'merchant_ids')}
        />
        <SubmitActions action="Invite" isBusy={inviting.isPending} />
      </form>
    </Dialog>
  )
}
