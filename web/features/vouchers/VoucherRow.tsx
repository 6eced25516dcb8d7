import type { Voucher } from '@stampus/contract/rewards/vouchers'
import { Gift, QrCode } from 'lucide-react'
import * as firstSentences from '#firstSentences'
import * as sentences from '#sentences'
import * as words from '#words'
import { ButtonLink } from '../../shared/components/ButtonLink.tsx'
import { Link, stretchedLink } from '../../shared/components/Link.tsx'
import { Cover } from '../../shared/components/Photo.tsx'
import { readableDay } from '../../shared/dates.ts'
import { localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'
import { placeOf } from '../../shared/rewards/rewards.ts'
import { GiveBack } from './GiveBack.tsx'
import { VoucherMark } from './VoucherMark.tsx'
import { whyEnded } from './voucherTexts.ts'

/** A voucher in the history. One that is ready can be shown and given back. */
export function VoucherRow({ voucher }: { voucher: Voucher }) {
  const { id, stamps, state } = voucher
  const title = localText(voucher.title, voucher.title_ms)
  const isReady = state === 'ready'
  return (
    <div className="group relative grid gap-3 rounded-sheet bg-sheet p-4 shadow-sheet">
      <div className="flex flex-wrap items-start gap-4">
        <Cover
          icon={Gift}
          of={voucher}
          width={56}
          height={56}
          className={`size-14 rounded-control ${isReady ? '' : 'grayscale'}`}
        />
        <div className="min-w-0 flex-1 basis-40">
          <Link
            to={linkTo('voucher', { id })}
            lang={title.lang}
            className={`font-semibold ${isReady ? '' : stretchedLink}`}
          >
            {title.text}
          </Link>
          <p className="text-muted text-small">{placeOf(voucher)}</p>
          <p className="text-small tabular-nums">
            {isReady ? sentences.voucherUseBy(readableDay(voucher.last_day)) : endDay(voucher)} ·{' '}
            {firstSentences.rewardStamps(stamps)}
          </p>
        </div>
        {isReady ? null : <VoucherMark state={state} />}
      </div>
      {isReady ? (
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            to={linkTo('voucher', { id })}
            aria-label={`${words.voucherShowCode}: ${title.text}`}
            icon={QrCode}
            label={words.voucherShowCode}
          />
          <GiveBack voucher={voucher} subject={title.text} />
        </div>
      ) : (
        <Why voucher={voucher} />
      )}
    </div>
  )
}

function Why({ voucher }: { voucher: Voucher }) {
  const texts = whyEnded(voucher)
  if (texts.length === 0) return null
  return <p className="whitespace-pre-line text-muted text-small">{texts.join(' ')}</p>
}

function endDay({ ended_at, claimed_at }: Voucher): string {
  return readableDay(new Date(ended_at ?? claimed_at))
}
