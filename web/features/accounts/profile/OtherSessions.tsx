import { endOtherSessions } from '@stampus/contract/accounts'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { MonitorSmartphone } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { notify } from '../../../shared/notifications.ts'
import { useAddition } from '../../../shared/receipts/additions.ts'
import { Dialog, DialogButtons } from '../Dialog.tsx'
import { notifyFault } from '../faultWords.ts'
import { AccountAction } from './AccountAction.tsx'

/** Signs the member out everywhere but here, once they have said so twice. */
export function OtherSessions() {
  const [asking, setAsking] = useState(false)
  const { run, loading, offered } = useAddition(endOtherSessions)
  const end = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const dialog = currentTarget.closest('dialog')
    try {
      const { ended } = await run({})
      notify({ type: 'success', title: texts.otherSessionsEnded, message: sentences.otherSessionsCount(ended) })
    } catch (fault) {
      notifyFault(words.otherSessionsNotEnded, fault)
    }
    dialog?.close()
  }
  return (
    <li>
      <AccountAction
        icon={MonitorSmartphone}
        label={words.otherSessionsEnd}
        about={words.otherSessionsAbout}
        offered={offered}
        onClick={() => setAsking(true)}
      />
      {asking ? (
        <Dialog title={words.otherSessionsTitle} onClose={() => setAsking(false)}>
          <p>{words.otherSessionsText}</p>
          <DialogButtons>
            <Button busy={loading} onClick={end}>
              {words.otherSessionsConfirm}
            </Button>
          </DialogButtons>
        </Dialog>
      ) : null}
    </li>
  )
}
