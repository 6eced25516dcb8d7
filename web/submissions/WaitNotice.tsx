import * as texts from '@stampus/contract/texts'
import { Notice } from '@stampus/ui/Notice'
import * as words from '#words'
import { useOnline } from '../app/online.ts'

/** A receipt that did not get through: it is kept, and goes by itself. */
export function WaitNotice() {
  const online = useOnline()
  return (
    <Notice kind={online ? 'error' : 'warning'} role={online ? 'alert' : 'status'}>
      <p className="font-semibold">{online ? texts.submitFailed : words.receiptWaits}</p>
      <p>{words.receiptWaitsKept}</p>
    </Notice>
  )
}
