import type { PlainReceipt } from '@stampus/contract/console/bulk'
import type { ComparedFact, DeskPicture } from '@stampus/contract/console/evidence'
import type { Place } from '@stampus/contract/fields'
import { formatAmount } from '@stampus/contract/values/money'
import type { ReactNode } from 'react'
import { readableDay } from '../../../shared/dates.ts'
import { stampsText } from '../../../shared/labels/labels.ts'
import { MatchRemark, NotTypedRemark } from '../../../shared/receipts/ReceiptFacts.tsx'
import { settings } from '../../../shared/settings.ts'

type Props = { receipt: PlainReceipt; src: string }

/** The sent facts, with the line of the picture below the amount and the date. */
export function BulkFacts({ receipt, src }: Props) {
  const { reading, picture } = receipt
  const beside = (fact: ComparedFact | undefined) => (
    <>
      {fact?.place && (fact.verdict === 'fits' || fact.verdict === 'filled_in') ? (
        <PictureStrip picture={picture} src={src} place={fact.place} isMatch={fact.verdict === 'fits'} />
      ) : null}
      {fact?.verdict === 'filled_in' ? <NotTypedRemark /> : null}
    </>
  )
  return (
    <span className="grid min-w-0 flex-1 content-start gap-y-2 tabular-nums">
      <span className="grid gap-1">
        <strong className="text-title leading-tight">{formatAmount(receipt.purchase_amount, settings.currency)}</strong>
        {beside(reading?.purchase_amount)}
      </span>
      <span className="grid gap-1">
        <span className="font-semibold">{readableDay(receipt.purchase_date)}</span>
        {beside(reading?.purchase_date)}
      </span>
      <Line fact={reading?.merchant}>
        <span className="wrap-anywhere line-clamp-3 font-semibold">{receipt.merchant}</span>
      </Line>
      <Line fact={reading?.invoice_number}>
        <span className="wrap-anywhere">Invoice {receipt.invoice_no}</span>
      </Line>
      <span className="wrap-anywhere line-clamp-3 text-small text-muted">
        {stampsText(receipt.stamps_on_approval)} for {receipt.member}, sent {readableDay(receipt.created_at)}
      </span>
    </span>
  )
}

/** A fact and whether OCR confirms it. */
function Line({ fact, children }: { fact: ComparedFact | undefined; children: ReactNode }) {
  return (
    <span className="grid">
      {children}
      {fact?.verdict === 'fits' ? <MatchRemark /> : null}
      {fact?.verdict === 'filled_in' ? <NotTypedRemark /> : null}
      {fact?.verdict === 'not_found' ? <span className="text-small text-muted">Couldn't read this</span> : null}
    </span>
  )
}

const TEXT_HEIGHT_PX = 20
const MAX_WIDTH_PX = 190

type PictureStripProps = { picture: DeskPicture; src: string; place: Place; isMatch: boolean }

/** The line of the picture on which OCR found a fact, enlarged, with a frame around the fact. */
function PictureStrip({ picture, src, place, isMatch }: PictureStripProps) {
  const [width, height] = [place.width * picture.width, place.height * picture.height]
  const scale = Math.min(TEXT_HEIGHT_PX / height, MAX_WIDTH_PX / width)
  const px = (length: number) => `${length * scale}px`
  const [across, down] = [place.left * picture.width + width / 2, place.top * picture.height + height / 2]
  /** The position that brings a point of the enlarged picture to the middle. */
  const centred = (x: number, y: number) => ({ left: `calc(50% - ${px(x)})`, top: `calc(50% - ${px(y)})` })
  return (
    <span aria-hidden="true" className="relative block h-12 w-full overflow-hidden rounded-control bg-line">
      <img
        src={src}
        alt=""
        width={picture.width}
        height={picture.height}
        decoding="async"
        className="absolute max-w-none"
        style={{ ...centred(across, down), width: px(picture.width), height: px(picture.height) }}
      />
      <span
        className={`absolute rounded-xs outline-2 outline-offset-2 ${isMatch ? 'outline-mark-fits' : 'outline-mark-neutral outline-dashed'}`}
        style={{ ...centred(width / 2, height / 2), width: px(width), height: px(height) }}
      />
    </span>
  )
}
