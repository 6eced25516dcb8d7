import { keepEmail } from '@stampus/contract/accounts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import * as sentences from '#sentences'
import * as words from '#words'
import { refreshUser } from '../../../shared/api/api.ts'
import { notify } from '../../../shared/notifications.ts'
import { useAddition } from '../../../shared/receipts/additions.ts'
import { mergeUser } from '../../../shared/storage/session.ts'
import { notifyFault } from '../faultWords.ts'
import { ResendLink } from '../verification/ResendLink.tsx'

/** The pending email address, with a button that sends its link again and one that withdraws the change (D-22). */
export function PendingEmail({ pending }: { pending: string }) {
  const { run, loading, offered } = useAddition(keepEmail)
  const keep = async () => {
    try {
      const { data } = await run({})
      mergeUser(data)
      notify({ type: 'success', title: words.keepEmailDoneTitle, message: sentences.profileEmailKept(data.email) })
    } catch (fault) {
      notifyFault(words.keepEmailNotDone, fault)
    }
  }
  return (
    <Notice kind="info">
      {words.profilePendingBeforeAddress}
      <strong>{pending}</strong>
      {words.profilePendingAfterAddress}
      <div className="mt-3 grid gap-3">
        <ResendLink email={pending} onAlreadyVerified={() => void refreshUser().catch(() => undefined)} />
        {offered ? (
          <Button look="secondary" busy={loading} onClick={keep}>
            {words.keepEmail}
          </Button>
        ) : null}
      </div>
    </Notice>
  )
}
