import type { Merchant } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import type { ReactNode } from 'react'
import * as words from '#words'
import { isMissing } from '../api/CallError.ts'
import { MissingItem } from '../components/ItemStates.tsx'
import { Title } from '../components/Title.tsx'
import { linkTo } from '../paths.ts'

type Props = {
  query: UseQueryResult<{ data: Merchant }>
  /** Why the merchant may not exist, if the page knows a reason. */
  missingReason?: string
  children: (merchant: Merchant) => ReactNode
}

/** Loads one merchant for a page, with its loading, not-found and error states. */
export function WithMerchant({ query, missingReason, children }: Props) {
  if (query.data) return children(query.data.data)
  if (query.isPending) return <MerchantLoading />
  if (isMissing(query.error, true)) {
    return <MerchantNotFound why={missingReason} />
  }
  return (
    <>
      <Title className="mb-4 font-bold text-title">{words.merchantTitle}</Title>
      <Failure
        text={texts.merchantFailed}
        retry={words.retry}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    </>
  )
}

function MerchantLoading() {
  return (
    <Loading label={words.merchantLoading} className="grid gap-6">
      <div className="flex items-center gap-4">
        <Skeleton className="size-18 sm:size-24" />
        <span className="grid flex-1 gap-2">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
        </span>
      </div>
      <Skeleton className="h-64 w-full rounded-sheet" />
    </Loading>
  )
}

const ways = [
  { to: linkTo('home'), label: words.merchantNotFoundToHome },
  { to: linkTo('merchants'), label: words.merchantNotFoundToAll },
]

function MerchantNotFound({ why = words.merchantNotFoundText }: { why: string | undefined }) {
  return (
    <MissingItem icon={Store} text={texts.merchantNotFound} ways={ways}>
      {why}
    </MissingItem>
  )
}
