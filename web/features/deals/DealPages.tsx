import type { Deal } from '@stampus/contract/deals'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { Notice } from '@stampus/ui/Notice'
import { CalendarDays, Share2, Tag } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { useParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { useFindInPages } from '../../shared/api/endless.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { CoverCardsLoading } from '../../shared/components/CoverCard.tsx'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { ArticlePhoto, ArticleSkeleton, Item } from '../../shared/components/Item.tsx'
import { LocalParagraph } from '../../shared/components/LocalParagraph.tsx'
import { Rows } from '../../shared/components/Rows.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { DealCard, DealEnd, describeDealEnd, useDeals } from '../../shared/DealCard.tsx'
import { readableDay } from '../../shared/dates.ts'
import { localText } from '../../shared/localText.ts'
import { MerchantRowLink, PhoneLink, SubmitLink } from '../../shared/merchants/MerchantDetails.tsx'
import { linkTo } from '../../shared/paths.ts'
import { showToast } from '../../shared/toasts.ts'

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

export function DealsPage() {
  return (
    <div className="grid gap-6">
      <div>
        <Title>{words.dealsTitle}</Title>
        <p className="mt-1 text-muted">{words.dealsIntro}</p>
      </div>
      <EndlessList
        list={useDeals()}
        wait={<CoverCardsLoading label={words.dealsLoading} className={grid} />}
        failed={texts.dealsFailed}
        empty={
          <Empty icon={Tag} text={texts.noDeals}>
            <p>{words.dealsNewSoon}</p>
          </Empty>
        }
      >
        {(deals) => (
          <Rows rows={deals} className={grid}>
            {(deal) => <DealCard deal={deal} />}
          </Rows>
        )}
      </EndlessList>
    </div>
  )
}

export function DealPage() {
  const { id = '' } = useParams()
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('deals')} />
      <Item
        item={useFindInPages(useDeals(), id)}
        title={words.dealTitle}
        failed={texts.dealsFailed}
        wait={<ArticleSkeleton label={words.dealLoading} />}
        missing={{
          icon: Tag,
          title: texts.dealNotFound,
          text: words.dealEnded,
          ways: [[linkTo('deals'), words.dealToAll]],
        }}
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
      <section className="grid gap-3">
        <h2 className="font-bold text-lead">{words.dealMerchant}</h2>
        <MerchantRowLink merchant={deal.merchant} />
        <PhoneLink number={deal.merchant.contact_number} />
      </section>
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

function ShareButton({ id, title }: { id: number; title: string }) {
  const isSharing = useRef(false)
  const share = async (event: MouseEvent) => {
    const isSecondOfDouble = event.detail > 1
    if (isSharing.current || isSecondOfDouble) return
    isSharing.current = true
    await shareOrCopy({ title, url: new URL(linkTo('deal', { id }), window.location.origin).href })
    isSharing.current = false
  }
  return (
    <Button look="secondary" onClick={(event) => void share(event)} className="shrink-0">
      <Share2 aria-hidden="true" className="size-5" />
      {words.dealShare}
    </Button>
  )
}

async function shareOrCopy({ title, url }: { title: string; url: string }): Promise<void> {
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
  } catch (error) {
    // The visitor closed the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return
  }
  // Some browsers deny access to the clipboard, and insecure pages have none.
  try {
    await navigator.clipboard.writeText(url)
    showToast({ type: 'success', title: words.dealLinkCopied, message: '' })
  } catch {
    showToast({ type: 'error', title: words.dealLinkNotCopied, message: words.dealLinkNotCopiedHelp })
  }
}
