import { readableAmount } from '@stampus/contract/money'
import { Button } from '@stampus/ui/Button'
import { useEffect } from 'react'
import * as words from '#words'
import { Dialog, DialogButtons } from '../accounts/Dialog.tsx'
import { useDrafts, waitingDrafts } from '../submissions/draft.ts'
import { useSession } from './session.ts'
import { settings } from './settings.ts'
import { signOutNow, useSignOutAsked } from './signOut.ts'

const SHOWN = 5

/** Says which receipts would be lost by signing out, as they wait for the network (D-95), and asks. */
export function SignOutDialog() {
  const signedIn = useSession(({ user }) => user !== null)
  useEffect(() => {
    if (!signedIn) stay()
  }, [signedIn])
  useDrafts(({ kept }) => kept)
  const waiting = waitingDrafts()
  return (
    <Dialog title={words.signOutTitle(waiting.length)} onClose={stay}>
      {waiting.length > 0 ? <p>{words.signOutText}</p> : null}
      <ul className="mt-3 list-disc pl-5 tabular-nums">
        {waiting.slice(0, SHOWN).map(({ id, amount = '', invoiceNumber = '' }) => (
          <li key={id}>{words.signOutReceipt(readableAmount(amount, settings.currency), invoiceNumber)}</li>
        ))}
      </ul>
      {waiting.length > SHOWN ? <p className="mt-1 pl-5">{words.signOutMore(waiting.length - SHOWN)}</p> : null}
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
