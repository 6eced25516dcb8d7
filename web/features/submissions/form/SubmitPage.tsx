import { show, showBySlug } from '@stampus/contract/merchants'
import { receiptPicture, receiptPictureOrGif } from '@stampus/contract/values/pictures'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { BackLink } from '../../../shared/components/BackLink.tsx'
import { Title } from '../../../shared/components/Title.tsx'
import { MerchantFacts, MerchantHead, MerchantLogo, WithMerchant } from '../../../shared/merchants/MerchantDetails.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { PendingReceipts } from '../../../shared/receipts/PendingReceipts.tsx'
import { useCorrectedId } from './receiptFields.ts'
import { SubmissionForm } from './SubmissionForm.tsx'

export function SubmitPage() {
  const { merchantId = '' } = useParams()
  const query = useQuery(q(show, { id: merchantId }))
  return (
    <article className="mx-auto max-w-xl lg:max-w-none">
      <BackFromFormLink to={linkTo('merchants')} />
      {query.isLoadingError ? (
        <div className="mb-6 grid gap-4 empty:hidden">
          <PendingReceipts sentOnly />
        </div>
      ) : null}
      <WithMerchant query={query}>
        {(merchant) => (
          <div className="grid grid-cols-1 gap-6">
            <header className="flex flex-wrap items-center gap-4">
              <MerchantLogo merchant={merchant} />
              <div className="min-w-0 flex-1 basis-40">
                <Title>{words.receiptTitle}</Title>
                <p className="text-muted">{merchant.name}</p>
              </div>
            </header>
            <SubmissionForm merchant={merchant} rule={receiptPictureOrGif} asksForDate />
          </div>
        )}
      </WithMerchant>
    </article>
  )
}

export function DraftPage() {
  return (
    <article className="mx-auto max-w-xl lg:max-w-none">
      <BackFromFormLink to={linkTo('home')} />
      <Title className="mb-6 font-bold text-title">{words.receiptTitle}</Title>
      <SubmissionForm rule={receiptPictureOrGif} asksForDate />
    </article>
  )
}

function BackFromFormLink({ to }: { to: string }) {
  const corrected = useCorrectedId()
  const state: { fromSubmission?: boolean } | null = useLocation().state
  if (!corrected) return <BackLink to={to} />
  return (
    <BackLink to={linkTo('submission', { id: corrected })} cameFrom={Boolean(state?.fromSubmission)}>
      {words.receiptBackToCorrected}
    </BackLink>
  )
}

export function MerchantSlugPage() {
  const { slug = '' } = useParams()
  const query = useQuery(q(showBySlug, { slug }))
  return (
    <article className="mx-auto max-w-xl lg:max-w-none">
      <WithMerchant query={query} missingReason={words.merchantCodeOutdated}>
        {(merchant) => (
          <div className="grid grid-cols-1 gap-6">
            <MerchantHead merchant={merchant} />
            <SubmissionForm merchant={merchant} rule={receiptPicture} asksForDate={false} hasTabBar />
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
