import * as texts from '@stampus/contract/texts'
import { Notice } from '@stampus/ui/Notice'
import * as words from '#words'
import { useOnline } from '../../../shared/api/online.ts'
import { useWaitsSafely } from '../../../shared/receipts/draft.ts'

/** A receipt that did not get through: it goes by itself, and is kept where the browser lets it. */
export function WaitNotice() {
  const online = useOnline()
  const isSafe = useWaitsSafely()
  return (
    <Notice kind={online ? 'error' : 'warning'} role={online ? 'alert' : 'status'}>
      <p className="font-semibold">{online ? texts.submitFailed : words.receiptWaits}</p>
      <p>{isSafe ? words.receiptWaitsKept : words.receiptWaitsHere}</p>
    </Notice>
  )
}
