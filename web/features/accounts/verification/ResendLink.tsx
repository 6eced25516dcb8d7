import { currentUser, resendVerification } from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { useEffect, useId, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, useCall } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { signIn } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import { errorText } from '../forms.tsx'

const PAUSE_S = 60

export function ResendLink({ email, onAlreadyVerified }: { email: string; onAlreadyVerified: () => void }) {
  const id = useId()
  const { run, loading } = useCall(resendVerification)
  const [left, waitFor] = useCountdown()
  const resend = async () => {
    try {
      const answer: { message?: string } | undefined = await run({ email })
      waitFor(PAUSE_S)
      showToast({ type: 'success', title: words.verifySentAgain, message: answer?.message || texts.verificationSent })
    } catch (error) {
      if (isAlreadyVerifiedError(error)) {
        onAlreadyVerified()
        await storeTokenFromError(error)
      } else {
        waitFor((error instanceof CallError && error.retryAfter) || 0)
        showToast({ type: 'error', title: words.verifyNotSentAgain, message: errorText(error) })
      }
    }
  }
  return (
    <div className="grid gap-1.5">
      <Button
        look="secondary"
        isBusy={loading}
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

function useCountdown(): [left: number, waitFor: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  const waitFor = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [left, waitFor]
}

/** By its status, because the message is in the language of the app. An error about a field says something else. */
function isAlreadyVerifiedError(error: unknown): error is CallError {
  return error instanceof CallError && error.status === 400 && Object.keys(error.errors).length === 0
}

async function storeTokenFromError({ body }: CallError): Promise<void> {
  const { token } = (body ?? {}) as { token?: unknown }
  if (typeof token !== 'string') return
  const answer = await call(currentUser, {}, { token }).catch(() => undefined)
  if (answer) signIn({ token, user: answer.data })
}
