import {
  change,
  endSessions,
  invite,
  list as listOwners,
  type OwnerCard,
  type OwnerRow,
  remove,
  removeCashier,
  removePhone,
  resetSecondFactor,
  sendLink,
  show,
} from '@stampus/contract/console/counters/owners'
import type { InputOf } from '@stampus/contract/endpoint'
import { INVITATION_HOURS } from '@stampus/contract/limits'
import type { Language } from '@stampus/contract/values/languages'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { BackLink, Page, PageSection } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { accountColumns, SignInFacts } from '../../shared/components/SignInFacts.tsx'
import { When } from '../../shared/components/When.tsx'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { FormDialog } from '../../shared/forms/FormDialog.tsx'
import { choice, type FieldsOf, line, merchants } from '../../shared/forms/fields.tsx'
import { RecordForm } from '../../shared/forms/RecordForm.tsx'
import { type Column, DataTable } from '../../shared/lists/DataTable.tsx'
import { merchantFilter } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { showToast } from '../../shared/toasts.ts'

const list = { to: '/owners', name: 'Owners' }
const invalidates = [listOwners.path]
const { who, factor, lastSeen } = accountColumns<OwnerRow>('Owner', list.to)
const columns: Column<OwnerRow>[] = [
  who,
  { name: 'Merchants', cell: (owner) => owner.merchants.map(({ name }) => name).join(', ') || 'None' },
  factor,
  lastSeen,
]
const filters = { merchant_id: merchantFilter }

export function OwnersPage() {
  const inviting = (close: () => void) => <InviteOwner onClose={close} />
  return (
    <ListPage
      title="Owners"
      call={listOwners}
      columns={columns}
      filters={filters}
      layout="grid sm:grid-cols-2"
      none={(isFiltered) => (isFiltered ? 'This merchant has no owner.' : 'No owners yet.')}
      actions={<DialogButton text="Invite an owner" icon={Plus} look="primary" dialog={inviting} />}
    >
      <p className="max-w-2xl text-muted">
        Owners of merchants use the counter app: they enrol phones, name cashiers and see what was handed over.
      </p>
    </ListPage>
  )
}

const name = line('Name', undefined, { autoComplete: 'off' })
const rest = {
  language: choice<Language>(
    'Language of emails',
    [
      { value: 'ms', name: 'Malay' },
      { value: 'en', name: 'English' },
    ],
    'ms',
  ),
  merchant_ids: merchants('Merchants'),
}

const newFields = {
  name,
  email: line('Email', undefined, {
    type: 'email',
    autoComplete: 'off',
    hint: `Any address. The link in the email works for ${INVITATION_HOURS} hours.`,
  }),
  ...rest,
} satisfies FieldsOf<OwnerCard, InputOf<typeof invite>>

function InviteOwner({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <FormDialog
      title="Invite an owner"
      action="Invite"
      fields={newFields}
      call={invite}
      invalidates={invalidates}
      toInput={(given) => given}
      done={({ data }) => `${data.name} invited. We've emailed them a link to choose a password.`}
      onDone={({ data }) => navigate(`/owners/${data.id}`)}
      onClose={onClose}
    />
  )
}

export function OwnerPage() {
  const id = Number(useParams().id)
  return (
    <RecordLoader key={id} query={q(show, { id })} what="Owner" list={list}>
      {(owner, reload) => (
        <Page title={owner.name} back={<BackLink to={list.to}>{list.name}</BackLink>}>
          <PageSection title="Owner">
            <OwnerForm owner={owner} onReload={reload} />
          </PageSection>
          <CountersAndSignIn id={id} />
        </Page>
      )}
    </RecordLoader>
  )
}

type OwnerInput = Omit<InputOf<typeof change>, 'id' | 'version'>
const fields = { name, ...rest } satisfies FieldsOf<OwnerCard, OwnerInput>

function OwnerForm({ owner, onReload }: { owner: OwnerCard; onReload: () => void }) {
  return (
    <RecordForm<OwnerCard, OwnerInput, typeof fields>
      opened={owner}
      fields={fields}
      change={change}
      invalidates={invalidates}
      onReload={onReload}
      onSaved={(saved) => showToast(`${saved.name} saved.`)}
    >
      {() => (
        <p className="text-muted text-small">
          Phones that they enrolled for a merchant stop working when you remove the merchant here.
        </p>
      )}
    </RecordForm>
  )
}

const kind = {
  what: 'owner',
  list,
  path: listOwners.path,
  calls: { link: sendLink, sessions: endSessions, factor: resetSecondFactor, removal: remove },
  resend: 'Send the invitation again',
  signedOut: 'They can sign in again right away. Their counters keep working.',
  removed:
    "They are signed out now and can't sign in again. The phones that they enrolled stop working. What was handed over stays.",
} as const

function CountersAndSignIn({ id }: { id: number }) {
  // A live query, not the loaded record, so that the actions here show at once.
  const owner = useQuery(q(show, { id })).data?.data
  return owner ? (
    <>
      <PageSection title="Counters">
        <Counters {...owner} />
      </PageSection>
      <PageSection title="Sign-in">
        <SignInFacts account={owner} kind={kind} />
      </PageSection>
    </>
  ) : null
}

type Phone = OwnerCard['phones'][number]
type Cashier = OwnerCard['cashiers'][number]

const phoneColumns: Column<Phone>[] = [
  { name: 'Phone', cell: ({ name }) => name },
  { name: 'Merchant', cell: ({ merchant }) => merchant.name },
  { name: 'Enrolled by', cell: ({ owner: by }) => by.name },
  { name: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
  { name: 'Action', cell: (phone) => <Removal of={phone} call={removePhone} text={phoneText} /> },
]
const cashierColumns: Column<Cashier>[] = [
  { name: 'Cashier', cell: ({ name }) => name },
  { name: 'Merchant', cell: ({ merchant }) => merchant.name },
  { name: 'Action', cell: (cashier) => <Removal of={cashier} call={removeCashier} text={cashierText} /> },
]

function Counters({ phones, cashiers }: OwnerCard) {
  return (
    <div className="grid gap-5">
      {phones.length > 0 ? (
        <DataTable caption="Phones" rows={phones} columns={phoneColumns} keyOf={({ id }) => id} />
      ) : (
        <p className="text-muted">No phone is a counter of these merchants.</p>
      )}
      {cashiers.length > 0 ? (
        <DataTable caption="Cashiers" rows={cashiers} columns={cashierColumns} keyOf={({ id }) => id} />
      ) : (
        <p className="text-muted">No cashiers have been named.</p>
      )}
    </div>
  )
}

const phoneText = "It can't confirm rewards after that. Its owner can enrol it again."
const cashierText = 'Their PIN stops working on every phone. What they handed over stays.'

type RemovalProps = { of: Phone | Cashier; call: typeof removePhone | typeof removeCashier; text: string }

function Removal({ of: { id, name, merchant }, call, text }: RemovalProps) {
  // Most phones are called "Till 1".
  const what = `${name} of ${merchant.name}`
  return (
    <ActionButton
      text="Remove"
      label={`Remove ${what}`}
      title={`Remove ${what}?`}
      isDangerous
      call={call}
      input={() => ({ id })}
      invalidates={invalidates}
    >
      <p>{text}</p>
    </ActionButton>
  )
}
