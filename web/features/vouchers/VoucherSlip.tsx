import type { Voucher } from '@stampus/contract/rewards/vouchers'
import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import * as firstSentences from '#firstSentences'
import * as words from '#words'
import { LocalParagraph } from '../../shared/components/LocalParagraph.tsx'
import { Slip, SlipLine, SlipLines, SlipRule } from '../../shared/components/Slip.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { readableDay } from '../../shared/dates.ts'
import { localText } from '../../shared/localText.ts'
import { Cover } from '../../shared/pictures/Photo.tsx'
import { placeOf } from '../../shared/rewards/rewards.ts'

/** The paper of a voucher: reward and place, in the middle what the children show, then facts and conditions. */
export function VoucherSlip({ voucher, children }: { voucher: Voucher; children: ReactNode }) {
  const title = localText(voucher.title, voucher.title_ms)
  const conditions = localText(voucher.conditions, voucher.conditions_ms)
  const isOver = voucher.state !== 'ready' && voucher.state !== 'used'
  return (
    <Slip className="px-[min(1.25rem,6.25vw)] pb-8">
      <Cover
        icon={Gift}
        of={voucher}
        width={640}
        height={160}
        className={`-mx-[min(1.25rem,6.25vw)] h-28 rounded-t-control ${isOver ? 'grayscale' : ''}`}
      />
      <header className="pt-3 text-center">
        <Title lang={title.lang}>{title.text}</Title>
        <p className="text-muted">{placeOf(voucher)}</p>
      </header>
      <SlipRule />
      {children}
      <SlipRule />
      <SlipLines>
        <SlipLine name={words.voucherLastDay} isStrong={voucher.state === 'ready'}>
          {readableDay(voucher.last_day)}
        </SlipLine>
        <SlipLine name={words.voucherClaimed}>{readableDay(new Date(voucher.claimed_at))}</SlipLine>
        <SlipLine name={words.voucherStamps}>{firstSentences.rewardStamps(voucher.stamps)}</SlipLine>
      </SlipLines>
      {conditions.text ? (
        <section className="mt-4">
          <h2 className="text-muted text-small">{words.rewardConditions}</h2>
          <LocalParagraph of={conditions} className="text-small" />
        </section>
      ) : null}
    </Slip>
  )
}
