import type { Deal } from '@stampus/contract/deals'
import { texts } from '@stampus/contract/texts'
import { Notice } from '@stampus/ui/Notice'
import { CalendarDays, Tag } from 'lucide-react'
import { useParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { useFindInPages } from '../../shared/api/endless.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { ArticlePhoto, ArticleSkeleton, Item, MissingItem } from '../../shared/components/Item.tsx'
import { LocalParagraph } from '../../shared/components/LocalParagraph.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { DealEnd, describeDealEnd, useDeals } from '../../shared/DealCard.tsx'
import { readableDay } from '../../shared/dates.ts'
import { localText } from '../../shared/localText.ts'
import { PhoneLink } from '../../shared/merchants/MerchantDetails.tsx'
import { MerchantRowLink } from '../../shared/merchants/MerchantRowLink.tsx'
import { SubmitLink } from '../../shared/merchants/SubmitLink.tsx'
import { linkTo } from '../../shared/paths.ts'
import { ShareButton } from './ShareButton.tsx'

/** One deal, searched in the list. */
export function DealPage() {
  const { id = '' } = useParams()
  const missing = (
    <MissingItem
      icon={Tag}
      title={texts.dealNotFound}
      text={words.dealEnded}
      ways={[{ to: linkTo('deals'), label: words.dealToAll }]}
    />
  )
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('deals')} />
      <Item
        item={useFindInPages(useDeals(), id)}
        title={words.dealTitle}
        failed={texts.dealsFailed}
        wait={<ArticleSkeleton label={words.dealLoading} />}
        missing={missing}
      >
        {(deal) => <DealDetails deal={deal} />}
      </Item>
    </article>
  )
}

function DealDetails({ deal }: { deal: Deal }) {
  const title = localText(deal.title, deal.title_ms)
  const description = localText(deal.description, deal.description_ms)
  const acceptsReceipts = deal.merchant.is_active !== false
  return (
    <div className="grid gap-5">
      <ArticlePhoto of={deal} />
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
      <LocalParagraph of={description} />
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

/** How to use a deal: at a merchant that accepts receipts, from the order to the stamps. */
function DealSteps({ acceptsReceipts }: { acceptsReceipts: boolean }) {
  const steps = [words.dealUseShow, ...(acceptsReceipts ? [words.dealUsePay, words.dealUseSend] : [])]
  return (
    <section className="grid gap-3">
      <h2 className="font-bold text-lead [--text-lead:min(1.1875rem,8.2vw)]">{words.dealUseTitle}</h2>
      <ol className="grid gap-2">
        {steps.map((step, place) => (
          <li key={step} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-chip border border-border-strong font-semibold text-small tabular-nums"
            >
              {place + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
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
