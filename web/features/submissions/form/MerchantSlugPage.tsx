import { type Merchant, showBySlug } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { receiptPicture } from '@stampus/contract/values/pictures'
import { Notice } from '@stampus/ui/Notice'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { MerchantFacts, MerchantHead } from '../../../shared/merchants/MerchantDetails.tsx'
import { WithMerchant } from '../../../shared/merchants/WithMerchant.tsx'
import { SubmissionForm } from './SubmissionForm.tsx'

/** The page that the QR code at a merchant's counter opens. */
export function MerchantSlugPage() {
  const { slug = '' } = useParams()
  const query = useQuery(q(showBySlug, { slug }))
  return (
    <article className="mx-auto max-w-xl lg:max-w-none">
      <WithMerchant query={query} missingReason={words.merchantCodeOutdated}>
        {(merchant) => (
          <div className="grid grid-cols-1 gap-6">
            <MerchantHead merchant={merchant} />
            <Counter merchant={merchant} />
            <section className="grid gap-3 border-line border-t pt-6">
              <h2 className="font-bold text-lead">{words.merchantAbout}</h2>
              <MerchantFacts merchant={merchant} />
            </section>
          </div>
        )}
      </WithMerchant>
    </article>
  )
}

function Counter({ merchant }: { merchant: Merchant }) {
  if (merchant.is_active === false) return <Notice kind="info">{texts.merchantInactive}</Notice>
  return <SubmissionForm merchant={merchant} rule={receiptPicture} asksForDate={false} hasTabBar />
}
