import * as texts from '@stampus/contract/texts'
import { Store } from 'lucide-react'
import * as words from '#words'
import { Missing } from '../app/Missing.tsx'
import { linkTo } from '../app/paths.ts'

const ways = [
  { to: linkTo('home'), label: words.merchantNotFoundToHome },
  { to: linkTo('merchants'), label: words.merchantNotFoundToAll },
]

/** S-2.16. */
export function MerchantNotFound({ why = words.merchantNotFoundText }: { why: string | undefined }) {
  return (
    <Missing icon={Store} text={texts.merchantNotFound} ways={ways}>
      {why}
    </Missing>
  )
}
