import { keepEmail } from '@stampus/contract/accounts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import * as words from '#words'
import { notify } from '../app/notifications.ts'
import { mergeUser } from '../app/session.ts'
import { useAddition } from './additions.ts'
import { notifyFault } from './faultWords.ts'

/** The pending email address, with the button that withdraws the change (D-22). */
export function PendingEmail({ pending }: { pending: string }) {
  const { run, loading, offered } = useAddition(keepEmail)
  const keep = async () => {
    try {
      const { data } = await run({})
      mergeUser(data)
      notify({ type: 'success', title: words.keepEmailDoneTitle, message: words.profileEmailKept(data.email) })
    } catch (fault) {
      notifyFault(words.keepEmailNotDone, fault)
    }
  }
  return (
    <Notice kind="info">
      {words.profilePendingBeforeAddress}
      <strong>{pending}</strong>
      {words.profilePendingAfterAddress}
      {offered ? (
        <Button look="secondary" busy={loading} onClick={keep} className="mt-3 w-full">
          {words.keepEmail}
        </Button>
      ) : null}
    </Notice>
  )
}
