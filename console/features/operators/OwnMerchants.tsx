import { MerchantField, type NamedMerchant } from '../../shared/forms/MerchantField.tsx'
import { Chosen } from './Chosen.tsx'

type Props = { merchants: NamedMerchant[]; onChange: (merchants: NamedMerchant[]) => void }

/** The merchants that an operator belongs to: receipts from there are never served to them (D-50). */
export function OwnMerchants({ merchants, onChange }: Props) {
  const add = (merchant: NamedMerchant | null) => {
    if (merchant && merchants.every(({ id }) => id !== merchant.id)) onChange([...merchants, merchant])
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">Own merchants</legend>
      <Chosen
        what="Own merchants"
        items={merchants.map(({ id, name }) => ({ key: String(id), name }))}
        onRemove={(gone) => onChange(merchants.filter(({ id }) => String(id) !== gone))}
      />
      <MerchantField
        label="Find a merchant to add"
        value={null}
        onChange={add}
        hint="Type a part of its name and choose it."
      />
    </fieldset>
  )
}
