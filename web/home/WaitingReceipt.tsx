import { buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useEffect, useState } from 'react'
import { Link } from '../app/Link.tsx'
import { linkTo } from '../app/paths.ts'
import { useSession } from '../app/session.ts'
import { readDraft } from '../submissions/draft.ts'

/** A receipt that was chosen but not sent, perhaps before signing up, is not forgotten on home (D-03). */
export function WaitingReceipt() {
  const waiting = useWaiting()
  if (!waiting) return null
  return (
    <Notice kind="info">
      <p>A receipt you chose is waiting to be sent.</p>
      <Link to={linkTo('submit')} className={buttonClass('secondary', 'mt-3')}>
        Continue
      </Link>
    </Notice>
  )
}

function useWaiting(): boolean {
  const member = useSession((session) => session.user?.id)
  const [waiting, setWaiting] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits depends on who is here
  useEffect(() => {
    readDraft().then(
      (draft) => setWaiting(Boolean(draft?.file)),
      () => setWaiting(false),
    )
  }, [member])
  return waiting
}
