import { type Merchant, list as merchants, show } from '@stampus/contract/merchants'
import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { list as submissions } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { FieldError } from '@stampus/ui/Field'
import { Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useState } from 'react'
import { useController } from 'react-hook-form'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { isMissing } from '../../../shared/api/CallError.ts'
import { useEndlessList } from '../../../shared/api/endless.ts'
import { QueryFailure } from '../../../shared/components/QueryFailure.tsx'
import { SearchField } from '../../../shared/forms/SearchField.tsx'
import { MerchantRules } from '../../../shared/merchants/MerchantDetails.tsx'
import { acceptingReceipts } from '../../../shared/merchants/merchantFilter.ts'
import { useIsFilled } from './photoFill.ts'
import { FilledNote, OcrHint } from './ReceiptFieldset.tsx'
import type { ReceiptForm } from './receiptFields.ts'

type Props = { form: ReceiptForm; read: PreviewFacts | undefined }

/** The merchant of the receipt. Suggests merchants of earlier receipts; others are found by name. */
export function MerchantField({ form, read }: Props) {
  const { field, fieldState } = useController({ control: form.control, name: 'merchant_id' })
  const [chosen, setChosen] = useState<Choice>()
  const isChosen = field.value !== '' && String(chosen?.id) === field.value
  const known = useQuery({ ...q(show, { id: field.value }), enabled: field.value !== '' && !isChosen })
  // A merchant that is closed must not be submitted unnoticed. One that cannot be loaded now stays chosen.
  const closed = !isChosen && (isMissing(known.error) || known.data?.data.is_active === false)
  const { onChange } = field
  useEffect(() => {
    if (closed) onChange('')
  }, [closed, onChange])
  const choose = (choice: Choice | undefined) => {
    setChosen(choice)
    onChange(choice ? String(choice.id) : '')
    // The pressed button disappears. Focus its replacement after the render.
    setTimeout(() => form.setFocus(choice ? 'purchase_amount' : 'merchant_id'))
  }
  const isFilled = useIsFilled(form, 'merchant_id')
  const merchant = field.value === '' ? undefined : isChosen ? chosen : known.data?.data
  const error = fieldState.error?.message
  if (merchant)
    return (
      <div className="grid gap-3">
        <ChosenMerchant
          merchant={merchant}
          isFilled={isFilled}
          onChange={() => choose(undefined)}
          buttonRef={field.ref}
          error={error}
        />
        <MerchantRules merchant={merchant} />
      </div>
    )
  if (field.value !== '' && known.isPending) return <Skeleton className="h-18 w-full" />
  if (field.value !== '' && known.isError && !closed) return <QueryFailure text={texts.merchantFailed} query={known} />
  return (
    <div data-field="merchant_id">
      <OcrHint form={form} read={read} field="merchant_id" isTyped={false} />
      <MerchantChoices onChoose={choose} inputRef={field.ref} error={error} />
    </div>
  )
}

type ChosenProps = {
  merchant: Choice
  isFilled: boolean
  onChange: () => void
  buttonRef: Ref<HTMLButtonElement>
  error: string | undefined
}

/** The chosen merchant, with the server's error and a button to change it. */
function ChosenMerchant({ merchant, isFilled, onChange, buttonRef, error }: ChosenProps) {
  const id = useId()
  const described = [isFilled && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <p className="mb-1.5 font-semibold">{words.receiptMerchant}</p>
      <div
        className={`flex flex-wrap items-center gap-3 rounded-control border bg-sheet py-2 pr-1 pl-3 ${error ? 'border-rejected' : 'border-border-strong'}`}
      >
        <p className="min-w-0 flex-1 basis-32">
          <span className="block font-medium">{merchant.name}</span>
          <span className="line-clamp-1 text-small text-muted">{merchant.address}</span>
        </p>
        <Button
          ref={buttonRef}
          look="quiet"
          onClick={onChange}
          aria-label={words.receiptMerchantChangeInFull}
          aria-describedby={described || undefined}
        >
          {words.receiptMerchantChange}
        </Button>
      </div>
      {isFilled ? (
        <div id={`${id}-note`} className="mt-1.5 text-small">
          <FilledNote />
        </div>
      ) : null}
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

type ChoicesProps = { onChoose: (choice: Choice) => void; inputRef: Ref<HTMLInputElement>; error: string | undefined }

/** The search and its results. */
function MerchantChoices({ onChoose, inputRef, error }: ChoicesProps) {
  const [search, setSearch] = useState('')
  const { recent, choices, more, failed, retry, waiting } = useMerchantChoices(search)
  return (
    <div className="grid gap-3">
      <SearchField
        ref={inputRef}
        search={search}
        label={words.receiptMerchant}
        placeholder={words.merchantsSearchPlaceholder}
        error={error}
        onSearch={setSearch}
      />
      {recent && choices?.length ? <p className="text-small text-muted">{words.receiptMerchantsFromBefore}</p> : null}
      <div aria-live="polite" aria-busy={waiting}>
        {failed ? <Failure text={texts.merchantsFailed} retry={words.retry} isBusy={waiting} onRetry={retry} /> : null}
        {choices ? <Choices choices={choices} onChoose={onChoose} /> : null}
        {choices && more && !failed ? (
          <Button look="quiet" isBusy={waiting} onClick={more} className="mt-1">
            {words.showMore}
          </Button>
        ) : null}
        {!choices && !failed ? <Skeleton className="h-48 w-full" /> : null}
      </div>
    </div>
  )
}

function Choices({ choices, onChoose }: { choices: Choice[]; onChoose: (choice: Choice) => void }) {
  if (choices.length === 0) return <p className="rounded-control bg-tint px-4 py-3">{texts.noMerchants}</p>
  return (
    <ul className="overflow-hidden rounded-control border border-line bg-sheet">
      {choices.map((choice) => (
        <li key={choice.id} className="border-line border-b last:border-b-0">
          <button
            type="button"
            onClick={() => onChoose(choice)}
            className="block min-h-14 w-full px-4 py-2 text-left hover:bg-tint focus-visible:-outline-offset-4"
          >
            <span className="block font-medium">{choice.name}</span>
            <span className="line-clamp-1 text-small text-muted">{choice.address}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The rules are only known for merchants that a search has found. */
type Choice = Pick<Merchant, 'id' | 'name' | 'address' | 'minimum_spend' | 'receipts_per_day'>

const SHOWN = 6

/**
 * The merchants to choose from: search results, otherwise the member's latest merchants, otherwise all. Six at first;
 * `more` shows more. `choices` is undefined while loading.
 */
function useMerchantChoices(search: string) {
  const recent = useQuery(q(submissions, {}))
  const latest = latestMerchants(recent.data?.data)
  const usesSearch = search !== '' || (!recent.isPending && latest.length === 0)
  const found = useEndlessList(merchants, acceptingReceipts(search ? { search } : {}), { enabled: usesSearch })
  const [wanted, setWanted] = useState({ search, count: SHOWN })
  const count = wanted.search === search ? wanted.count : SHOWN
  const rows: Choice[] = usesSearch ? found.rows : latest
  const known = usesSearch ? found.data && !(found.isPlaceholderData && rows.length === 0) : !recent.isPending
  const more = () => {
    setWanted({ search, count: count + SHOWN })
    if (usesSearch && found.hasNextPage && rows.length < count + SHOWN) void found.fetchNextPage()
  }
  return {
    recent: !usesSearch,
    choices: known ? rows.slice(0, count) : undefined,
    more: rows.length > count || (usesSearch && found.hasNextPage) ? more : undefined,
    failed: usesSearch && (found.isLoadingError || found.isFetchNextPageError),
    retry: () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch()),
    waiting: usesSearch ? found.isFetching : recent.isPending,
  }
}

/** Empty on servers that do not return the merchant's id with a submission. */
function latestMerchants(
  sent: { merchant: { id?: number | undefined; name: string; address: string } }[] = [],
): Choice[] {
  const byId = new Map<number, Choice>()
  for (const { merchant } of sent) {
    const { id, name, address } = merchant
    if (id !== undefined && !byId.has(id)) byId.set(id, { id, name, address })
  }
  return [...byId.values()]
}
