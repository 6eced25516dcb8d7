import { addOperator, type OperatorRow, operators, type Role } from '@stampus/contract/console/operators'
import { INVITATION_HOURS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { EmailText } from '@stampus/ui/EmailText'
import { Field } from '@stampus/ui/Field'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { generalError, showFieldErrors } from '../../shared/api/api.ts'
import { q, useCall } from '../../shared/api/queries.ts'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { SubmitActions } from '../../shared/dialogs/SubmitActions.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { roleLabels, roleOptions } from '../../shared/labels/labels.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { useFilters } from '../../shared/lists/useFilters.tsx'
import { showToast } from '../../shared/toasts.ts'

/** The operators of the console. */
export default function OperatorsPage() {
  const { values } = useFilters()
  const query = useQuery({ ...q(operators, { page: values.page }), placeholderData: keepPreviousData })
  const [adding, setAdding] = useState(false)
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" className="size-4" />
      Add operator
    </Button>
  )
  return (
    <Page title="Operators" actions={add}>
      <PagedTable
        query={query}
        what="operators"
        caption="Operators"
        none="No operators on this page."
        columns={columns}
      />
      {adding ? <AddOperator onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}

const columns: Column<OperatorRow>[] = [
  { name: 'Operator', cell: (operator) => <Name {...operator} /> },
  { name: 'Role', cell: ({ role }) => roleLabels[role] },
  {
    name: 'Second factor',
    cell: ({ has_second_factor }) => (
      <StateBadge look={has_second_factor ? 'good' : 'quiet'}>{has_second_factor ? 'On' : 'Off'}</StateBadge>
    ),
  },
  { name: 'Last seen', cell: (operator) => <LastSeen {...operator} /> },
  { name: 'Sessions', align: 'right', cell: ({ sessions }) => sessions },
]

function Name({ id, name, email }: OperatorRow) {
  return (
    <Link to={`/operators/${id}`} className="grid min-h-11 content-center text-blue hover:underline">
      <span className="font-semibold">{name}</span>
      <span className="text-small text-muted">
        <EmailText address={email} />
      </span>
    </Link>
  )
}

function LastSeen({ last_seen_at, invited }: OperatorRow) {
  if (invited) return <StateBadge look="soon">No password yet</StateBadge>
  return last_seen_at ? <When at={last_seen_at} /> : 'Never'
}

type Values = { name: string; email: string; role: Role }
const fields = ['name', 'email', 'role'] as const

/** Adds an operator. They choose their password with the link in a mail. */
function AddOperator({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { name: '', email: '', role: 'reviewer' },
  })
  const { errors } = formState
  const adding = useCall(addOperator, ['/console/operators'])
  const add = (values: Values) => {
    if (adding.isPending) return
    adding.mutate(values, {
      onSuccess: ({ data: { id, name } }) => {
        showToast(`${name} added. We've emailed them a link to choose a password.`)
        navigate(`/operators/${id}`)
      },
      onError: (error) => showFieldErrors(error, [...fields], setError),
    })
  }
  return (
    <Dialog
      title="Add operator"
      error={generalError(adding.error, [...fields])}
      isBusy={adding.isPending}
      onClose={onClose}
    >
      <form noValidate onSubmit={handleSubmit(add)} className="grid gap-4">
        <Field label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          hint={`We'll email a link to choose a password. It works for ${INVITATION_HOURS} hours.`}
          error={errors.email?.message}
          {...register('email')}
        />
        <Select label="Role" options={roleOptions} error={errors.role?.message} {...register('role')} />
        <SubmitActions action="Add operator" isBusy={adding.isPending} />
      </form>
    </Dialog>
  )
}
