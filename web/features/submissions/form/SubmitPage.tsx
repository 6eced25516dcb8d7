import { type Merchant, show } from '@stampus/contract/merchants'
import * as texts from '@stampus/contract/texts'
import { receiptPictureOrGif } from '@stampus/contract/values/pictures'
import { Notice } from '@stampus/ui/Notice'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { Title } from '../../../shared/components/Title.tsx'
import { MerchantLogo } from '../../../shared/merchants/MerchantLogo.tsx'
import { WithMerchant } from '../../../shared/merchants/WithMerchant.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { WaitingReceipt } from '../../../shared/receipts/WaitingReceipt.tsx'
import { BackFromForm } from './BackFromForm.tsx'
import { SubmissionForm } from './SubmissionForm.tsx'

/** S-2.27: the Submit Receipt form of one merchant. */
export function SubmitPage() {
  const { merchantId = '' } = useParams()
  const query = useQuery(q(show, { id: merchantId }))
  return (
    <article className="mx-auto max-w-xl">
      <BackFromForm to={linkTo('merchants')} />
      {query.isLoadingError ? (
        <div className="mb-6 grid gap-4 empty:hidden">
          <WaitingReceipt sentOnly />
        </div>
      ) : null}
      <WithMerchant query={query}>
        {(merchant) => (
          <div className="grid grid-cols-1 gap-6">
            <Head merchant={merchant} />
            {merchant.is_active === false ? (
              <Notice kind="info">{texts.merchantInactive}</Notice>
            ) : (
              <SubmissionForm merchant={merchant} rule={receiptPictureOrGif} dateAsked />
            )}
          </div>
        )}
      </WithMerchant>
    </article>
  )
}

function Head({ merchant }: { merchant: Merchant }) {
  return (
    <header className="flex items-center gap-4">
      <MerchantLogo merchant={merchant} />
      <div className="min-w-0">
        <Title>{words.receiptTitle}</Title>
        <p className="text-muted">{merchant.name}</p>
      </div>
    </header>
  )
}
