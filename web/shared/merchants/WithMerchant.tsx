import type { Merchant } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import type { ReactNode } from 'react'
import * as words from '#words'
import { Item, itemOf, MissingItem } from '../components/Item.tsx'
import { linkTo } from '../paths.ts'

type Props = {
  query: UseQueryResult<{ data: Merchant }>
  /** Why the merchant may not exist, if the page knows a reason. */
  missingReason?: string
  children: (merchant: Merchant) => ReactNode
}

/** Loads one merchant for a page, with its loading, not-found and error states. */
export function WithMerchant({ query, missingReason = words.merchantNotFoundText, children }: Props) {
  return (
    <Item
      item={itemOf(query, { keeps: true })}
      title={words.merchantTitle}
      failed={texts.merchantFailed}
      wait={<MerchantLoading />}
      missing={<MissingItem icon={Store} title={texts.merchantNotFound} text={missingReason} ways={ways} />}
    >
      {children}
    </Item>
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
