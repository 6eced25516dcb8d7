import { list, type OwnerCard, removeCashier, removePhone, show } from '@stampus/contract/console/counters/owners'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../shared/api/queries.ts'
import { When } from '../../shared/components/When.tsx'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'
import { type Column, DataTable } from '../../shared/lists/DataTable.tsx'

type Phone = OwnerCard['phones'][number]
type Cashier = OwnerCard['cashiers'][number]

export function OwnerCounters({ id }: { id: number }) {
  const owner = useQuery(q(show, { id })).data?.data
  if (!owner) return null
  const phones: Column<Phone>[] = [
    { name: 'Phone', cell: ({ name }) => name },
    { name: 'Merchant', cell: ({ merchant }) => merchant.name },
    { name: 'Enrolled by', cell: ({ owner: by }) => by.name },
    { name: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
    { name: 'Action', cell: (phone) => <Removal of={phone} call={removePhone} text={phoneText} /> },
  ]
  const cashiers: Column<Cashier>[] = [
    { name: 'Cashier', cell: ({ name }) => name },
    { name: 'Merchant', cell: ({ merchant }) => merchant.name },
    { name: 'Action', cell: (cashier) => <Removal of={cashier} call={removeCashier} text={cashierText} /> },
  ]
  return (
    <div className="grid gap-5">
      {owner.phones.length > 0 ? (
        <DataTable caption="Phones" rows={owner.phones} columns={phones} keyOf={({ id: phone }) => phone} />
      ) : (
        <p className="text-muted">No phone is a counter of these merchants.</p>
      )}
      {owner.cashiers.length > 0 ? (
        <DataTable caption="Cashiers" rows={owner.cashiers} columns={cashiers} keyOf={({ id: cashier }) => cashier} />
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
      invalidates={[list.path]}
    >
      <p>{text}</p>
    </ActionButton>
  )
}
