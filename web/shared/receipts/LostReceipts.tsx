import { formatAmount } from '@stampus/contract/values/money'
import * as sentences from '#sentences'
import { settings } from '../settings.ts'
import { useDrafts, type Waiting, waitingDrafts } from './draft.ts'

const SHOWN = 5

/** Names the receipts that would be lost, as they wait for the network (D-95). */
export function LostReceipts({ receipts }: { receipts: Waiting[] }) {
  return (
    <>
      <ul className="mt-3 list-disc pl-5 tabular-nums">
        {receipts.slice(0, SHOWN).map(({ id, amount = '', invoiceNumber = '' }) => (
          <li key={id}>{sentences.signOutReceipt(formatAmount(amount, settings.currency), invoiceNumber)}</li>
        ))}
      </ul>
      {receipts.length > SHOWN ? <p className="mt-1 pl-5">{sentences.signOutMore(receipts.length - SHOWN)}</p> : null}
    </>
  )
}

/** As `waitingDrafts`, and again whenever one of them changes. */
export function useWaitingDrafts(): Waiting[] {
  useDrafts(({ kept }) => kept)
  return waitingDrafts()
}
