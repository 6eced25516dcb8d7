import { merchantChoices } from '@stampus/contract/console/submissions'
import { SEARCH_DEBOUNCE_MS, SEARCH_MAX } from '@stampus/contract/limits'
import { nameKey } from '@stampus/contract/values/names'
import { Field } from '@stampus/ui/Field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { q } from '../api/queries.ts'

export type MerchantOption = { id: number; name: string }

export const merchantHint = 'Type part of the name, then choose the merchant.'

type Props = {
  label: string
  value: MerchantOption | null
  /** Called with the chosen merchant, or null as soon as the text matches none. */
  onChange: (merchant: MerchantOption | null) => void
  hint?: string
  error?: string | undefined
}

/** Searches merchants by name. A name that is typed in full is taken when the matches arrive, or on submit. */
export function MerchantField({ label, value, onChange, hint, error }: Props) {
  const list = useId()
  const { typed, setTyped, reportChoice } = useTypedText(value?.id, (merchant) => onChange(merchant))
  const choices = useChoices(typed ?? '')
  const handleTyping = (text: string) => {
    const match = choices.find((choice) => labelOf(choice, choices) === text) ?? null
    setTyped(match ? undefined : text)
    reportChoice(match)
  }
  const arrived = typed === undefined ? undefined : choices.find((choice) => labelOf(choice, choices) === typed)
  useEffect(() => {
    if (!arrived) return
    setTyped(undefined)
    reportChoice(arrived)
  })
  const field = useMatchOnSubmit(typed, (merchant) => {
    setTyped(undefined)
    reportChoice(merchant)
  })
  return (
    <div>
      <Field
        ref={field}
        label={label}
        type="search"
        list={list}
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={typed ?? value?.name ?? ''}
        onChange={(event) => handleTyping(event.target.value)}
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

/** Holds the form's submission back until the typed text is searched, and takes the only merchant with this name. */
function useMatchOnSubmit(typed: string | undefined, onMatch: (merchant: MerchantOption) => void) {
  const field = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const latest = useRef({ typed, onMatch })
  useEffect(() => {
    latest.current = { typed, onMatch }
  })
  useEffect(() => {
    const form = field.current?.form
    let isSearching = false
    let isSearched = false
    const search = async (name: string, submitter: HTMLElement | null) => {
      const found = await queries.fetchQuery(q(merchantChoices, { search: name })).catch(() => undefined)
      const matches = found?.data.filter((merchant) => nameKey(merchant.name) === nameKey(name)) ?? []
      const [match] = matches
      if (latest.current.typed?.trim() !== name) {
        isSearching = false
        return
      }
      if (match && matches.length === 1) flushSync(() => latest.current.onMatch(match))
      isSearching = false
      isSearched = true
      form?.requestSubmit(submitter)
      isSearched = false
    }
    const hold = (event: SubmitEvent) => {
      const name = latest.current.typed?.trim()
      if (!name || isSearched) return
      event.preventDefault()
      event.stopPropagation()
      if (isSearching) return
      isSearching = true
      void search(name, event.submitter)
    }
    form?.addEventListener('submit', hold, { capture: true })
    return () => form?.removeEventListener('submit', hold, { capture: true })
  }, [queries])
  return field
}

/** The typed text that is not a choice yet. It is cleared when the choice changes elsewhere. */
function useTypedText(chosen: number | undefined, onChange: Props['onChange']) {
  const [typed, setTyped] = useState<string>()
  const [previous, setPrevious] = useState(chosen)
  const [reported, setReported] = useState(chosen)
  if (previous !== chosen) {
    setPrevious(chosen)
    setReported(chosen)
    if (chosen !== reported) setTyped(undefined)
  }
  const reportChoice = (merchant: MerchantOption | null) => {
    if (merchant?.id === reported && merchant?.id === chosen) return
    setReported(merchant?.id)
    onChange(merchant)
  }
  return { typed, setTyped, reportChoice }
}

function useChoices(typed: string): MerchantOption[] {
  const [search, setSearch] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery({ ...q(merchantChoices, { search }), placeholderData: (before) => before })
  return found.data?.data ?? []
}

/** Adds the id if two merchants have the same name. */
function labelOf({ id, name }: MerchantOption, choices: MerchantOption[]): string {
  return choices.some((other) => other.id !== id && other.name === name) ? `${name} (${id})` : name
}

type MerchantFilterProps = { id: string; onChange: (id: string) => void; error?: string | undefined }

/** The merchant filter of a list. `id` is empty for any merchant. */
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
