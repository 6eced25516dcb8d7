import * as texts from '@stampus/contract/texts'
import { Store } from 'lucide-react'
import { Missing } from '../app/Missing.tsx'
import { linkTo } from '../app/paths.ts'

const ways = [
  { to: linkTo('home'), label: 'Go back home' },
  { to: linkTo('merchants'), label: 'All merchants' },
]

/** S-2.16. */
export function MerchantNotFound() {
  return (
    <Missing icon={Store} text={texts.merchantNotFound} ways={ways}>
      No merchant has this address. The code you scanned may be out of date.
    </Missing>
  )
}
