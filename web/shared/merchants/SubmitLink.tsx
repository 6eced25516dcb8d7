import { Upload } from 'lucide-react'
import * as words from '#words'
import { ButtonLink } from '../components/ButtonLink.tsx'
import { linkTo } from '../paths.ts'
import { rememberMerchant } from './yourShops.ts'

type Props = { merchantId: number; className?: string }

/** The link to a merchant's receipt form. */
export function SubmitLink({ merchantId, className = '' }: Props) {
  return (
    <ButtonLink
      to={linkTo('newSubmission', { merchantId })}
      onClick={() => rememberMerchant(merchantId)}
      icon={Upload}
      label={words.merchantSubmit}
      className={className}
    />
  )
}
