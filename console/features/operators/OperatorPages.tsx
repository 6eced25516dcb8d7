import {
  addOperator,
  changeOperator,
  endOperatorSessions,
  type OperatorCard,
  type OperatorRow,
  operators,
  type Role,
  removeOperator,
  resetSecondFactor,
  sendOperatorLink,
  showOperator,
} from '@stampus/contract/console/operators'
import type { InputOf } from '@stampus/contract/endpoint'
import { INVITATION_HOURS } from '@stampus/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { operatorQuery, q } from '../../shared/api/queries.ts'
import { BackLink, Page, PageSection } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { accountColumns, SignInFacts } from '../../shared/components/SignInFacts.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { FormDialog } from '../../shared/forms/FormDialog.tsx'
import { type ControlProps, choice, type FieldsOf, inputOf, line, merchants } from '../../shared/forms/fields.tsx'
import { RecordForm } from '../../shared/forms/RecordForm.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { roleLabels, roleOptions } from '../../shared/labels/labels.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { showToast } from '../../shared/toasts.ts'
import { allAddresses, ownAddresses } from './OwnAddresses.tsx'

const list = { to: '/operators', name: 'Operators' }
const invalidates = ['/console/operators']
const { who, factor, lastSeen } = accountColumns<OperatorRow>('Operator', list.to)
const columns: Column<OperatorRow>[] = [
  who,
  { name: 'Role', cell: ({ role }) => roleLabels[role] },
  factor,
  lastSeen,
  { name: 'Sessions', align: 'right', cell: ({ sessions }) => sessions },
]

export function OperatorsPage() {
  const adding = (close: () => void) => <AddOperator onClose={close} />
  return (
    <ListPage
      title="Operators"
      call={operators}
      columns={columns}
      none="No operators on this page."
      actions={<DialogButton text="Add operator" icon={Plus} look="primary" dialog={adding} />}
    />
  )
}

const name = line('Name', undefined, { autoComplete: 'off' })
const role = choice<Role>('Role', roleOptions, 'reviewer')

const newFields = {
  name,
  email: line('Email', undefined, {
    type: 'email',
    autoComplete: 'off',
    hint: `We'll email a link to choose a password. It works for ${INVITATION_HOURS} hours.`,
  }),
  role,
} satisfies FieldsOf<OperatorCard, InputOf<typeof addOperator>>

function AddOperator({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <FormDialog
      title="Add operator"
      action="Add operator"
      fields={newFields}
      call={addOperator}
      invalidates={invalidates}
      toInput={(given) => given}
      onDone={({ data }) => {
        showToast(`${data.name} added. We've emailed them a link to choose a password.`)
        navigate(`/operators/${data.id}`)
      }}
      onClose={onClose}
    />
  )
}

export function OperatorPage() {
  const id = Number(useParams().id)
  return (
    <RecordLoader key={id} query={q(showOperator, { id })} what="Operator" list={list}>
      {(operator, reload) => (
        <Page title={operator.name} back={<BackLink to={list.to}>{list.name}</BackLink>}>
          <PageSection title="Operator">
            <OperatorForm operator={operator} onReload={reload} />
          </PageSection>
          <PageSection title="Sign-in">
            <OperatorSignIn id={id} />
          </PageSection>
        </Page>
      )}
    </RecordLoader>
  )
}

const kind = {
  what: 'operator',
  list,
  path: '/console/operators',
  calls: {
    link: sendOperatorLink,
    sessions: endOperatorSessions,
    factor: resetSecondFactor,
    removal: removeOperator,
  },
  resend: 'Resend link',
  signedOut: 'They can sign in again right away.',
  removed: "They are signed out now and can't sign in again. Their decisions stay.",
} as const

function OperatorSignIn({ id }: { id: number }) {
  const own = useQuery(operatorQuery).data
  // A live query, not the loaded record, so that the actions here show at once.
  const operator = useQuery(q(showOperator, { id })).data?.data
  return operator ? <SignInFacts account={operator} isOwn={own?.id === id} kind={kind} /> : null
}

type OperatorInput = Omit<InputOf<typeof changeOperator>, 'id' | 'version'>
type Given = OperatorInput & { another: string }

const fields = {
  name,
  role: { ...role, Control: RoleField },
  addresses: ownAddresses,
  another: { from: () => '', send: (typed: string) => typed },
  merchant_ids: merchants('Own merchants'),
} satisfies FieldsOf<OperatorCard, Given>

function OperatorForm({ operator, onReload }: { operator: OperatorCard; onReload: () => void }) {
  return (
    <RecordForm<OperatorCard, OperatorInput, typeof fields>
      opened={operator}
      fields={fields}
      change={changeOperator}
      invalidates={invalidates}
      toInput={(values) => {
        const { another: _, ...input } = inputOf<Given>(fields, values)
        return { ...input, addresses: allAddresses(values) }
      }}
      onReload={onReload}
      onSaved={(saved) => showToast(`${saved.name} saved.`)}
    />
  )
}

/** Managers cannot change their own role. */
function RoleField({ value, onChange, ref, error }: ControlProps<string>) {
  const own = useQuery(operatorQuery).data
  const isOwn = own?.id === Number(useParams().id)
  return (
    <Select
      ref={ref}
      label="Role"
      options={isOwn ? roleOptions.filter((option) => option.value === own.role) : roleOptions}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  )
}
