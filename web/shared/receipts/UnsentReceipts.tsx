import { formatAmount } from '@stampus/contract/values/money'
import { amountToSend } from '@stampus/contract/values/typedAmounts'
import * as sentences from '#sentences'
import { settings } from '../settings.ts'
import type { WaitingDraft } from './draft.ts'
import { readWaitingDrafts, useDrafts } from './draft.ts'

const SHOWN = 5

export function UnsentReceipts({ receipts }: { receipts: WaitingDraft[] }) {
  return (
    <div>
      <ul className="list-disc pl-5 tabular-nums">
        {receipts.slice(0, SHOWN).map(({ id, purchase_amount = '', invoice_number = '' }) => (
          <li key={id}>
            {sentences.signOutReceipt(
              formatAmount(amountToSend(purchase_amount, settings.currency), settings.currency),
              invoice_number,
            )}
          </li>
        ))}
      </ul>
      {receipts.length > SHOWN ? <p className="mt-1 pl-5">{sentences.signOutMore(receipts.length - SHOWN)}</p> : null}
    </div>
  )
}

/** Like `readWaitingDrafts`, but updates when a draft changes. */
export function useUnsentReceipts(): WaitingDraft[] {
  useDrafts(({ drafts }) => drafts)
  return readWaitingDrafts()
}
