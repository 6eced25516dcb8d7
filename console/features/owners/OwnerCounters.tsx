import { list, type OwnerCard, removeCashier, removePhone, show } from '@stampus/contract/console/counters/owners'
import { Button } from '@stampus/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q, useCall } from '../../shared/api/queries.ts'
import { When } from '../../shared/components/When.tsx'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { type Column, DataTable } from '../../shared/lists/DataTable.tsx'
import { showToast } from '../../shared/toasts.ts'

type Phone = OwnerCard['phones'][number]
type Cashier = OwnerCard['cashiers'][number]
type Wanted = { kind: 'phone' | 'cashier'; id: number; name: string }

/** The phones and cashiers of an owner's merchants, which a manager can end. */
export function OwnerCounters({ id }: { id: number }) {
  const owner = useQuery(q(show, { id })).data?.data
  const [wanted, setWanted] = useState<Wanted>()
  if (!owner) return null
  // Most phones are called "Till 1".
  const button = (kind: Wanted['kind'], { id: counterId, name, merchant }: Phone | Cashier) => (
    <Button
      look="secondary"
      aria-label={`Remove ${name} of ${merchant.name}`}
      onClick={() => setWanted({ kind, id: counterId, name: `${name} of ${merchant.name}` })}
    >
      Remove
    </Button>
  )
  const phones: Column<Phone>[] = [
    { name: 'Phone', cell: ({ name }) => name },
    { name: 'Merchant', cell: ({ merchant }) => merchant.name },
    { name: 'Enrolled by', cell: ({ owner: by }) => by.name },
    { name: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
    { name: 'Action', cell: (phone) => button('phone', phone) },
  ]
  const cashiers: Column<Cashier>[] = [
    { name: 'Cashier', cell: ({ name }) => name },
    { name: 'Merchant', cell: ({ merchant }) => merchant.name },
    { name: 'Action', cell: (cashier) => button('cashier', cashier) },
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
      {wanted ? <RemoveDialog wanted={wanted} onClose={() => setWanted(undefined)} /> : null}
    </div>
  )
}

function RemoveDialog({ wanted: { kind, id, name }, onClose }: { wanted: Wanted; onClose: () => void }) {
  const removing = { phone: useCall(removePhone, [list.path]), cashier: useCall(removeCashier, [list.path]) }[kind]
  const confirm = () =>
    removing.mutate(
      { id },
      {
        onSuccess: ({ message }) => {
          showToast(message)
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      action="Remove"
      look="danger"
      mutation={removing}
      onConfirm={() => removing.isPending || confirm()}
      onClose={onClose}
    >
      <p>
        {kind === 'phone'
          ? "It can't confirm rewards after that. Its owner can enrol it again."
          : 'Their PIN stops working on every phone. What they handed over stays.'}
      </p>
    </ConfirmDialog>
  )
}
