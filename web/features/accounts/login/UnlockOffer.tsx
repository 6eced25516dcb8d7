import { texts } from '@stampus/contract/texts'
import { requestUnlockLink } from '@stampus/contract/unlocks'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useRef, useState } from 'react'
import * as words from '#words'
import { useOptionalCall } from '../../../shared/api/optionalCalls.ts'
import { orErrorToast } from '../forms.tsx'

export function UnlockOffer({ email }: { email: string }) {
  const { run, loading, isOffered } = useOptionalCall(requestUnlockLink)
  const [sent, setSent] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const ask = () =>
    orErrorToast(words.unlockNotSent, async () => {
      await run({ email })
      setSent(true)
      // The button that had the focus disappears.
      place.current?.focus()
    })
  if (!isOffered) return null
  return (
    <div>
      <div ref={place} tabIndex={-1} role="status">
        {sent ? <Notice kind="info">{texts.unlockLinkSent}</Notice> : null}
      </div>
      {sent ? null : (
        <div className="grid gap-2">
          <p className="text-small text-muted">{words.unlockAskAbout}</p>
          <Button look="secondary" isBusy={loading} onClick={ask}>
            {words.unlockAsk}
          </Button>
        </div>
      )}
    </div>
  )
}
