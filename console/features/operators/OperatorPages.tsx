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
import { texts } from '@stampus/contract/texts'
import { isEmailAddress } from '@stampus/contract/values/emails'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { operatorQuery, q } from '../../shared/api/queries.ts'
import { BackLink, Page, PageSection } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { accountColumns, SignInFacts } from '../../shared/components/SignInFacts.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { FormDialog } from '../../shared/forms/FormDialog.tsx'
import {
  type ControlProps,
  choice,
  type FieldsOf,
  type FormField,
  inputOf,
  line,
  merchants,
} from '../../shared/forms/fields.tsx'
import { SelectedItems } from '../../shared/forms/MerchantsField.tsx'
import { RecordForm } from '../../shared/forms/RecordForm.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { roleLabels, roleOptions } from '../../shared/labels/labels.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { showToast } from '../../shared/toasts.ts'

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
      done={({ data }) => `${data.name} added. We've emailed them a link to choose a password.`}
      onDone={({ data }) => navigate(`/operators/${data.id}`)}
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
            <RecordForm<OperatorCard, OperatorInput, typeof fields>
              opened={operator}
              fields={fields}
              change={changeOperator}
              invalidates={invalidates}
              toInput={(values) => {
                const { another: _, ...input } = inputOf<Given>(fields, values)
                return { ...input, addresses: allAddresses(values) }
              }}
              onReload={reload}
              onSaved={(saved) => showToast(`${saved.name} saved.`)}
            />
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

/** The operator's own addresses as a member. Receipts from them are never shown to this operator. */
const ownAddresses: FormField<OperatorCard, string[], string[]> = {
  from: (operator) => operator?.addresses ?? [],
  send: (typed) => typed,
  Control: OwnAddresses,
}

const fields = {
  name,
  role: { ...role, Control: RoleField },
  addresses: ownAddresses,
  // The typed address is added when the form is saved.
  another: { from: () => '', send: (typed: string) => typed },
  merchant_ids: merchants('Own merchants'),
} satisfies FieldsOf<OperatorCard, Given>

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
      onChange={onChange}
      error={error}
    />
  )
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
          {...register('another', {
            validate: (typed) => typed.trim() === '' || isEmailAddress(typed.trim()) || texts.invalidEmail,
          })}
        />
        <Button look="secondary" onClick={add} className="sm:mt-7.5">
          Add email address
        </Button>
      </div>
    </fieldset>
  )
}

/** All addresses, with the typed one if it is valid. */
function allAddresses({ addresses, another }: { addresses: string[]; another: string }): string[] {
  const address = another.trim()
  return isEmailAddress(address) ? [...new Set([...addresses, address])] : addresses
}
