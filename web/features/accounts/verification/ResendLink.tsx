import { resendVerification } from '@stampus/contract/accounts'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { useId } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { useCall } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { notify } from '../../../shared/notifications.ts'
import { useCountdown } from '../countdown.ts'
import { faultWords } from '../faultWords.ts'
import { keepAnsweredToken, saysAlreadyVerified } from './alreadyVerified.ts'

const PAUSE_S = 60

/** Sends the link again (S-7.04); after that there is a minute's wait, or as long as the server says. */
export function ResendLink({ email, onAlreadyVerified }: { email: string; onAlreadyVerified: () => void }) {
  const id = useId()
  const { run, loading } = useCall(resendVerification)
  const [left, waitFor] = useCountdown()
  const resend = async () => {
    try {
      const answer: { message?: string } | undefined = await run({ email })
      waitFor(PAUSE_S)
      notify({ type: 'success', title: words.verifyResent, message: answer?.message || texts.verificationSent })
    } catch (fault) {
      if (saysAlreadyVerified(fault)) {
        onAlreadyVerified()
        await keepAnsweredToken(fault)
      } else {
        waitFor((fault instanceof CallError && fault.retryAfter) || 0)
        notify({ type: 'error', title: words.verifyNotResent, message: faultWords(fault) })
      }
    }
  }
  return (
    <div className="grid gap-1.5">
      <Button
        look="secondary"
        busy={loading}
        aria-disabled={left > 0}
        aria-describedby={left > 0 ? id : undefined}
        onClick={left > 0 ? undefined : resend}
      >
        {words.verifyResend}
      </Button>
      {left > 0 ? (
        <p id={id} className="text-center text-small text-muted tabular-nums">
          {left < 60 ? sentences.verifyAgainInSeconds(left) : sentences.verifyAgainInMinutes(Math.ceil(left / 60))}
        </p>
      ) : null}
    </div>
  )
}
