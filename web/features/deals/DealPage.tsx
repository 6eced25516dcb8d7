import type { Deal } from '@stampus/contract/deals'
import * as texts from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { CalendarDays, Tag } from 'lucide-react'
import { useParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { useSought } from '../../shared/api/sought.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Missing } from '../../shared/components/Missing.tsx'
import { Photo } from '../../shared/components/Photo.tsx'
import { ReadingWait } from '../../shared/components/ReadingWait.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { readableDay } from '../../shared/dates.ts'
import { DealEnd } from '../../shared/merchants/DealEnd.tsx'
import { linkTo } from '../../shared/paths.ts'
import { DealMerchant } from './DealMerchant.tsx'
import { dealEnd } from './dealDays.ts'
import { useDeals } from './deals.ts'

/** S-2.25: one deal, looked for in the list (D-31). */
export function DealPage() {
  const { id = '' } = useParams()
  const deals = useDeals()
  const { state, row } = useSought(deals, id)
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('deals')} />
      {state === 'seeking' ? <ReadingWait label={words.dealLoading} /> : null}
      {state === 'found' ? <DealInFull deal={row} /> : null}
      {state === 'missing' ? (
        <Missing icon={Tag} text={texts.dealNotFound} ways={[{ to: linkTo('deals'), label: words.dealToAll }]}>
          {words.dealEnded}
        </Missing>
      ) : null}
      {state === 'failed' ? (
        <>
          <Title className="mb-4 font-bold text-title">{words.dealTitle}</Title>
          <Failure
            text={texts.dealsFailed}
            retry={words.retry}
            busy={deals.isFetching}
            onRetry={() => void deals.refetch()}
          />
        </>
      ) : null}
    </article>
  )
}

function DealInFull({ deal }: { deal: Deal }) {
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
        <Title>{deal.title}</Title>
        <p className="flex items-center gap-2 text-muted tabular-nums">
          <CalendarDays aria-hidden="true" className="size-5 shrink-0" />
          <span>
            {sentences.dealRuns(readableDay(deal.start_date), readableDay(deal.end_date))}
            {dealEnd(deal).soon ? (
              <>
                {' '}
                · <DealEnd deal={deal} />
              </>
            ) : null}
          </span>
        </p>
      </div>
      {deal.description ? <p className="whitespace-pre-line">{deal.description}</p> : null}
      <DealMerchant merchant={deal.merchant} />
    </div>
  )
}
