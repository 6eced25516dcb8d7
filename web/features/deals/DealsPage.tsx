import { texts } from '@stampus/contract/texts'
import { Empty } from '@stampus/ui/Empty'
import { Tag } from 'lucide-react'
import * as words from '#words'
import { CoverCardsLoading } from '../../shared/components/CoverCard.tsx'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { Rows } from '../../shared/components/Rows.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { DealCard, useDeals } from '../../shared/DealCard.tsx'

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
