import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Skeleton } from '@stampus/ui/Skeleton'
import { type Ref, useState } from 'react'
import * as words from '#words'
import { MerchantSearch } from '../../../shared/merchants/MerchantSearch.tsx'
import { type Choice, useMerchantChoices } from './merchantChoice.ts'

type Props = { onChoose: (choice: Choice) => void; inputRef: Ref<HTMLInputElement>; error: string | undefined }

/** The search and the merchants it offers. */
export function MerchantChoices({ onChoose, inputRef, error }: Props) {
  const [search, setSearch] = useState('')
  const { recent, choices, more, failed, retry, waiting } = useMerchantChoices(search)
  return (
    <div className="grid gap-3">
      <MerchantSearch label={words.receiptMerchant} search={search} onSearch={setSearch} ref={inputRef} error={error} />
      {recent && choices?.length ? <p className="text-small text-muted">{words.receiptMerchantsFromBefore}</p> : null}
      <div aria-live="polite" aria-busy={waiting}>
        {failed ? <Failure text={texts.merchantsFailed} retry={words.retry} busy={waiting} onRetry={retry} /> : null}
        {choices ? <Choices choices={choices} onChoose={onChoose} /> : null}
        {choices && more && !failed ? (
          <Button look="quiet" busy={waiting} onClick={more} className="mt-1">
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
