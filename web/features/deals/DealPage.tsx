import type { Deal } from '@stampus/contract/deals'
import { texts } from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { Notice } from '@stampus/ui/Notice'
import { CalendarDays, Tag } from 'lucide-react'
import { useParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { useFindInPages } from '../../shared/api/endless.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { ArticleSkeleton, MissingItem } from '../../shared/components/ItemStates.tsx'
import { Photo } from '../../shared/components/Photo.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { DealEnd, describeDealEnd, useDeals } from '../../shared/DealCard.tsx'
import { readableDay } from '../../shared/dates.ts'
import { localText } from '../../shared/localText.ts'
import { PhoneLink } from '../../shared/merchants/MerchantDetails.tsx'
import { MerchantRowLink } from '../../shared/merchants/MerchantRowLink.tsx'
import { SubmitLink } from '../../shared/merchants/SubmitLink.tsx'
import { linkTo } from '../../shared/paths.ts'
import { DealSteps } from './DealSteps.tsx'
import { ShareButton } from './ShareButton.tsx'

/** One deal, searched in the list. */
export function DealPage() {
  const { id = '' } = useParams()
  const deals = useDeals()
  const { state, row } = useFindInPages(deals, id)
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('deals')} />
      {state === 'searching' ? <ArticleSkeleton label={words.dealLoading} /> : null}
      {state === 'found' ? <DealDetails deal={row} /> : null}
      {state === 'missing' ? (
        <MissingItem icon={Tag} text={texts.dealNotFound} ways={[{ to: linkTo('deals'), label: words.dealToAll }]}>
          {words.dealEnded}
        </MissingItem>
      ) : null}
      {state === 'failed' ? (
        <>
          <Title className="mb-4 font-bold text-title">{words.dealTitle}</Title>
          <Failure
            text={texts.dealsFailed}
            retry={words.retry}
            isBusy={deals.isFetching}
            onRetry={() => void deals.refetch()}
          />
        </>
      ) : null}
    </article>
  )
}

function DealDetails({ deal }: { deal: Deal }) {
  const title = localText(deal.title, deal.title_ms)
  const description = localText(deal.description, deal.description_ms)
  const acceptsReceipts = deal.merchant.is_active !== false
  return (
    <div className="grid gap-5">
      {deal.image_url ? (
        <Photo
          src={deal.image_url}
          placeholder={deal.placeholder_image_url}
          alt=""
          width={960}
          height={540}
          className="aspect-video w-full rounded-sheet"
        />
      ) : null}
      <div className="grid gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <Title lang={title.lang} className="min-w-0 flex-1 basis-52 font-bold text-title">
            {title.text}
          </Title>
          <ShareButton id={deal.id} title={title.text} />
        </div>
        <p className="flex items-center gap-2 text-muted tabular-nums">
          <CalendarDays aria-hidden="true" className="size-5 shrink-0" />
          <span>
            {sentences.dealRuns(readableDay(deal.start_date), readableDay(deal.end_date))}
            {describeDealEnd(deal).soon ? (
              <>
                {' '}
                · <DealEnd deal={deal} />
              </>
            ) : null}
          </span>
        </p>
      </div>
      {description.text ? (
        <p lang={description.lang} className="whitespace-pre-line">
          {description.text}
        </p>
      ) : null}
      {acceptsReceipts ? (
        <SubmitLink merchantId={deal.merchant.id} className="w-full sm:w-auto sm:justify-self-start" />
      ) : (
        <Notice kind="info">{texts.merchantInactive}</Notice>
      )}
      <DealSteps acceptsReceipts={acceptsReceipts} />
      <DealMerchant merchant={deal.merchant} />
    </div>
  )
}

/** The merchant of the deal, with a link to its page. */
function DealMerchant({ merchant }: { merchant: Deal['merchant'] }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-bold text-lead">{words.dealMerchant}</h2>
      <MerchantRowLink merchant={merchant} />
      <PhoneLink number={merchant.contact_number} />
    </section>
  )
}
