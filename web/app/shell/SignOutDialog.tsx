import { Button } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { useEffect } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { UnsentReceipts, useUnsentReceipts } from '../../shared/receipts/UnsentReceipts.tsx'
import { signOutAtOnce, useSignOutPrompt } from '../../shared/signOut.ts'
import { useSession } from '../../shared/storage/session.ts'

export function SignOutDialog() {
  const signedIn = useSession(({ user }) => user !== null)
  useEffect(() => {
    if (!signedIn) cancel()
  }, [signedIn])
  const waiting = useUnsentReceipts()
  return (
    <Dialog title={sentences.signOutTitle(waiting.length)} onClose={cancel}>
      {waiting.length > 0 ? (
        <>
          <p>{words.signOutText}</p>
          <UnsentReceipts receipts={waiting} />
        </>
      ) : null}
      <DialogActions cancel={words.signOutStay}>
        <Button look={waiting.length > 0 ? 'danger' : 'primary'} onClick={confirm}>
          {waiting.length > 0 ? words.signOutDiscard : words.profileSignOut}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function cancel(): void {
  useSignOutPrompt.setState({ isOpen: false })
}

function confirm(): void {
  cancel()
  signOutAtOnce()
}
