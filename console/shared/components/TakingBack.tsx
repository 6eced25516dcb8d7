import type * as contract from '@stampus/contract/console/vouchers'
import { Notice } from '@stampus/ui/Notice'
import { stampNumber, stampsText } from '../labels/labels.ts'

/** What taking the stamps of a receipt back does to its member's balance and vouchers. */
export function TakingBack({ balance, stamps, balance_after: after, vouchers }: contract.TakingBack) {
  const voided = vouchers.reduce((sum, voucher) => sum + voucher.stamps, 0)
  const ended = after - balance + stamps - voided
  return (
    <Notice kind={vouchers.length > 0 || after < 0 ? 'warning' : 'info'}>
      <p>
        The member has {stampsText(balance)} now, and {stampsText(after)} afterwards.
      </p>
      {vouchers.length > 0 ? (
        <>
          <p>Some of the stamps were spent. These vouchers are voided, and their stamps count again:</p>
          <ul className="list-disc pl-5">
            {vouchers.map(({ id, title, stamps }) => (
              <li key={id}>
                {title}, {stampsText(stamps)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {voided + ended > 0 ? (
        <p className="font-semibold tabular-nums">
          {stampsText(balance)} now − {stamps} taken
          {voided > 0 ? ` + ${voided} from voided vouchers` : ''}
          {ended > 0 ? ` + ${ended} from vouchers that have ended` : ''} = {stampNumber(after)}
        </p>
      ) : null}
      {after < 0 ? <p>Until new stamps fill the balance up, the member cannot claim rewards.</p> : null}
    </Notice>
  )
}
