import * as texts from '@stampus/contract/texts'
import { askUnlock } from '@stampus/contract/unlocks'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useRef, useState } from 'react'
import * as words from '#words'
import { useAddition } from '../../../shared/receipts/additions.ts'
import { notifyFault } from '../faultWords.ts'

/** Offers a mailed link to a member who is refused because wrong passwords were tried too often. */
export function UnlockOffer({ email }: { email: string }) {
  const { run, loading, offered } = useAddition(askUnlock)
  const [sent, setSent] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const ask = async () => {
    try {
      await run({ email })
      setSent(true)
      // The button that had the focus goes.
      place.current?.focus()
    } catch (fault) {
      notifyFault(words.unlockNotSent, fault)
    }
  }
  if (!offered) return null
  return (
    <div>
      <div ref={place} tabIndex={-1} role="status">
        {sent ? <Notice kind="info">{texts.unlockLinkSent}</Notice> : null}
      </div>
      {sent ? null : (
        <div className="grid gap-2">
          <p className="text-small text-muted">{words.unlockAskAbout}</p>
          <Button look="secondary" busy={loading} onClick={ask}>
            {words.unlockAsk}
          </Button>
        </div>
      )}
    </div>
  )
}
