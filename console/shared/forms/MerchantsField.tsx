import { X } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { MerchantField, type MerchantOption, merchantHint } from './MerchantField.tsx'

type Props = {
  legend: string
  merchants: MerchantOption[]
  onChange: (merchants: MerchantOption[]) => void
  error?: string | undefined
}

export function MerchantsField({ legend, merchants, onChange, error }: Props) {
  const add = (merchant: MerchantOption | null) => {
    if (merchant && merchants.every(({ id }) => id !== merchant.id)) onChange([...merchants, merchant])
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <SelectedItems
        what={legend}
        items={merchants.map(({ id, name }) => ({ key: String(id), name }))}
        onRemove={(gone) => onChange(merchants.filter(({ id }) => String(id) !== gone))}
      />
      <MerchantField label="Find a merchant to add" value={null} onChange={add} hint={merchantHint} error={error} />
    </fieldset>
  )
}

type SelectedItemsProps = { what: string; items: { key: string; name: string }[]; onRemove: (key: string) => void }

/** Selected items with remove buttons. Removing one focuses its neighbour. */
export function SelectedItems({ what, items, onRemove }: SelectedItemsProps) {
  const all = useRef<HTMLDivElement>(null)
  const remove = ({ currentTarget }: MouseEvent, key: string) => {
    const item = currentTarget.closest('li')
    const neighbour = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button')
    const next = neighbour ?? all.current
    next?.focus()
    onRemove(key)
  }
  return (
    <div ref={all} tabIndex={-1} className="outline-none">
      {items.length === 0 ? <p className="text-small text-muted">None</p> : null}
      <ul aria-label={what} hidden={items.length === 0} className="flex flex-wrap gap-2 [&[hidden]]:hidden">
        {items.map(({ key, name }) => (
          <li key={key} className="flex min-w-0 items-center rounded-control border border-line bg-paper pl-3">
            <span className="wrap-anywhere min-w-0 py-1.5">{name}</span>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={(event) => remove(event, key)}
              className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
