import * as texts from '@stampus/contract/texts'
import { Store } from 'lucide-react'
import * as words from '#words'
import { Missing } from '../../shared/components/Missing.tsx'
import { linkTo } from '../../shared/paths.ts'

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
