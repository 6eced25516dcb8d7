import { formatAmount } from '@stampus/contract/values/money'
import { useHydrated } from '@stampus/ui/hydrated'
import { Notice } from '@stampus/ui/Notice'
import { useEffect } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { settings } from '../settings.ts'
import { readOwnDrafts, readWaitingDrafts, useDrafts, type Waiting } from './draft.ts'

/** Tells a guest on the login page that the receipt they started is saved. */
export function SavedReceiptNotice() {
  const hasGuestDraft = useDrafts(({ drafts }) => drafts.some(({ owner }) => owner === null))
  const hydrated = useHydrated()
  // Reading also deletes expired drafts.
  useEffect(() => void readOwnDrafts(), [])
  return hasGuestDraft && hydrated ? <Notice kind="info">{words.loginReceiptKept}</Notice> : null
}

const SHOWN = 5

/** Lists the receipts that would be deleted before they are sent. */
export function UnsentReceipts({ receipts }: { receipts: Waiting[] }) {
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

/** Like `readWaitingDrafts`, but updates when a draft changes. */
export function useUnsentReceipts(): Waiting[] {
  useDrafts(({ drafts }) => drafts)
  return readWaitingDrafts()
}
