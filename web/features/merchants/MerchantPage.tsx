import { type Merchant, show } from '@stampus/contract/merchants'
import * as texts from '@stampus/contract/texts'
import { buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useParams } from 'react-router'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Link } from '../../shared/components/Link.tsx'
import { MerchantFacts, MerchantHead, MerchantRules } from '../../shared/merchants/MerchantDetails.tsx'
import { WithMerchant } from '../../shared/merchants/WithMerchant.tsx'
import { linkTo } from '../../shared/paths.ts'
import { MerchantDeals } from './MerchantDeals.tsx'

/** A merchant's page: details, deals, and the link to submit a receipt. */
export function MerchantPage() {
  const { id = '' } = useParams()
  const query = useQuery(q(show, { id }))
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('merchants')} />
      <WithMerchant query={query}>
        {(merchant) => (
          <div className="grid grid-cols-1 gap-6">
            <MerchantHead merchant={merchant} />
            <MerchantRules merchant={merchant} />
            <SubmitLink merchant={merchant} />
            <MerchantFacts merchant={merchant} />
            <MerchantDeals merchant={merchant} />
          </div>
        )}
      </WithMerchant>
    </article>
  )
}

function SubmitLink({ merchant }: { merchant: Merchant }) {
  if (merchant.is_active === false) return <Notice kind="info">{texts.merchantInactive}</Notice>
  return (
    <Link
      to={linkTo('newSubmission', { merchantId: merchant.id })}
      className={buttonClass('primary', 'min-h-14 w-full text-lead sm:w-auto sm:justify-self-start sm:px-8')}
    >
      <Upload aria-hidden="true" className="size-5" />
      {words.merchantSubmit}
    </Link>
  )
}
