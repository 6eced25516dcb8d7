import type * as contract from '@stampus/contract/console/vouchers'
import { Notice } from '@stampus/ui/Notice'
import { stampsText } from '../labels/labels.ts'

/** What taking the stamps of a receipt back does to its member's balance and vouchers. */
export function TakingBack({ balance, balance_after: after, vouchers }: contract.TakingBack) {
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
      {after < 0 ? <p>Until new stamps fill the balance up, the member cannot claim rewards.</p> : null}
    </Notice>
  )
}
