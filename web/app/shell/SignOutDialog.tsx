import { Button } from '@stampus/ui/Button'
import { useEffect } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { Dialog, DialogButtons } from '../../features/accounts/Dialog.tsx'
import { LostReceipts, useWaitingDrafts } from '../../shared/receipts/LostReceipts.tsx'
import { useSession } from '../../shared/storage/session.ts'
import { signOutNow, useSignOutAsked } from '../../shared/storage/signOut.ts'

/** Says which receipts would be lost by signing out, as they wait for the network (D-95), and asks. */
export function SignOutDialog() {
  const signedIn = useSession(({ user }) => user !== null)
  useEffect(() => {
    if (!signedIn) stay()
  }, [signedIn])
  const waiting = useWaitingDrafts()
  return (
    <Dialog title={sentences.signOutTitle(waiting.length)} onClose={stay}>
      {waiting.length > 0 ? <p>{words.signOutText}</p> : null}
      <LostReceipts receipts={waiting} />
      <DialogButtons cancel={words.signOutStay}>
        <Button look={waiting.length > 0 ? 'danger' : 'primary'} onClick={leave}>
          {waiting.length > 0 ? words.signOutDiscard : words.profileSignOut}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function stay(): void {
  useSignOutAsked.setState({ asked: false })
}

function leave(): void {
  stay()
  signOutNow()
}
