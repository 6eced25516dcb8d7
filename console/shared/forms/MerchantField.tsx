import { merchantChoices } from '@stampus/contract/console/submissions'
import { SEARCH_DEBOUNCE_MS, SEARCH_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { q } from '../api/queries.ts'

export type MerchantOption = { id: number; name: string }

type Props = {
  label: string
  value: MerchantOption | null
  /** What was chosen of those offered; null as soon as anything else stands in the field. */
  onChange: (merchant: MerchantOption | null) => void
  hint?: string
  error?: string | undefined
}

/** The choice of one merchant among many: typed, with those that match offered below. */
export function MerchantField({ label, value, onChange, hint, error }: Props) {
  const list = useId()
  const { typed, setTyped, report } = useTyped(value?.id, (merchant) => onChange(merchant))
  const choices = useChoices(typed ?? '')
  const type = (text: string) => {
    const hit = choices.find((choice) => labelOf(choice, choices) === text) ?? null
    setTyped(hit ? undefined : text)
    report(hit)
  }
  return (
    <div>
      <Field
        label={label}
        type="search"
        list={list}
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={typed ?? value?.name ?? ''}
        onChange={(event) => type(event.target.value)}
        leading={<Search aria-hidden="true" className="size-4" />}
        hint={hint}
        error={error}
      />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice.id} value={labelOf(choice, choices)} />
        ))}
      </datalist>
    </div>
  )
}

/** What is typed and not chosen. It goes where another choice comes from elsewhere, as with the way back. */
function useTyped(chosen: number | undefined, onChange: Props['onChange']) {
  const [typed, setTyped] = useState<string>()
  const [seen, setSeen] = useState(chosen)
  const [reported, setReported] = useState(chosen)
  if (seen !== chosen) {
    setSeen(chosen)
    setReported(chosen)
    if (chosen !== reported) setTyped(undefined)
  }
  const report = (merchant: MerchantOption | null) => {
    if (merchant?.id === reported && merchant?.id === chosen) return
    setReported(merchant?.id)
    onChange(merchant)
  }
  return { typed, setTyped, report }
}

/** What is offered once typing rests. */
function useChoices(typed: string): MerchantOption[] {
  const [search, setSearch] = useState(typed)
  useEffect(() => {
    const settled = setTimeout(() => setSearch(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(settled)
  }, [typed])
  const found = useQuery({ ...q(merchantChoices, { search }), placeholderData: (before) => before })
  return found.data?.data ?? []
}

/** Two merchants of one name are told apart by their ids. */
function labelOf({ id, name }: MerchantOption, choices: MerchantOption[]): string {
  return choices.some((other) => other.id !== id && other.name === name) ? `${name} (${id})` : name
}

type MerchantFilterProps = { id: string; onChange: (id: string) => void; error?: string | undefined }

/** The merchant that the address bar holds by its id, empty for any, under its name. */
export function MerchantFilter({ id, onChange, error }: MerchantFilterProps) {
  const isNumber = /^\d{1,15}$/.test(id)
  const { data } = useQuery({ ...q(merchantChoices, { id: Number(id) }), enabled: isNumber })
  const value = isNumber ? { id: Number(id), name: data?.data[0]?.name ?? '' } : null
  return (
    <MerchantField
      label="Merchant"
      value={value}
      onChange={(merchant) => onChange(merchant ? String(merchant.id) : '')}
      error={error}
    />
  )
}
