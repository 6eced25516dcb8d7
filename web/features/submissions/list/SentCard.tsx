import { Stamp, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { ButtonLink } from '../../../shared/components/ButtonLink.tsx'
import { focusTitle } from '../../../shared/components/Title.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { forgetJustSent, useJustSent } from '../../../shared/receipts/outbox.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { DecisionTimes } from '../DecisionTimes.tsx'

/** A receipt may be sent while the member is on another page. After this time, the card no longer helps. */
const RECENT_MS = 5 * 60_000

/** What comes next for the receipt that was just sent. Gone once it is closed or the page is left. */
export function SentCard() {
  const sent = useJustSent((state) => state.sent)
  const member = useSession(({ user }) => user?.id ?? null)
  const [openedAt] = useState(() => Date.now())
  useForgetOnLeaving()
  if (!sent || sent.owner !== member || openedAt - sent.at > RECENT_MS) return null
  const close = () => {
    forgetJustSent()
    focusTitle()
  }
  return (
    <section aria-labelledby="sent" className="relative rounded-sheet border border-border-strong bg-sheet p-5 pr-14">
      <h2 id="sent" className="flex items-center gap-2 font-bold text-lead">
        <Stamp aria-hidden="true" className="size-6 shrink-0 text-blue" />
        {sent.stamps > 0 ? sentences.sentCardStamps(sent.stamps) : words.sentCardTitle}
      </h2>
      <div className="mt-1 grid gap-1 text-small text-muted">
        <p>{words.submissionWhilePending}</p>
        <DecisionTimes />
      </div>
      <ButtonLink to={linkTo('submit')} look="secondary" label={words.sentCardAnother} className="mt-3" />
      <button
        type="button"
        aria-label={words.sentCardDismiss}
        onClick={close}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-control text-muted hover:text-blue"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </section>
  )
}

let leaving: ReturnType<typeof setTimeout> | undefined

/** Waits a moment, because React mounts twice in development. */
function useForgetOnLeaving(): void {
  useEffect(() => {
    clearTimeout(leaving)
    return () => {
      leaving = setTimeout(forgetJustSent)
    }
  }, [])
}
