import { buttonClass } from '@stampus/ui/Button'
import { Upload } from 'lucide-react'
import * as words from '#words'
import { Link } from '../components/Link.tsx'
import { linkTo } from '../paths.ts'
import { rememberMerchant } from './yourShops.ts'

type Props = { merchantId: number; className?: string }

/** The link to a merchant's receipt form. */
export function SubmitLink({ merchantId, className = '' }: Props) {
  return (
    <Link
      to={linkTo('newSubmission', { merchantId })}
      onClick={() => rememberMerchant(merchantId)}
      className={buttonClass('primary', className)}
    >
      <Upload aria-hidden="true" className="size-5" />
      {words.merchantSubmit}
    </Link>
  )
}
