import { Spinner } from '@stampus/ui/Spinner'
import * as words from '#words'
import { useHeadingFocus } from '../headingFocus.ts'
import { OtherAccount } from '../OtherAccount.tsx'
import { VerificationFailed, Verified } from './VerificationOutcome.tsx'
import { VerificationQuestion } from './VerificationQuestion.tsx'
import { type LinkValues, useVerifying } from './verifying.ts'

/** A link from the mail: verifying, where needed a question, then home, success or the fault in words (S-4.08, S-4.09). */
export function LinkVerification({ link }: { link: LinkValues }) {
  const { state, answer } = useVerifying(link)
  useHeadingFocus(state.name)
  if (state.name === 'success') return <Verified title={words.verifiedTitle} text={words.verifiedText} />
  if (state.name === 'error') return <VerificationFailed message={state.message} onRetry={state.retry} />
  if (state.name === 'other') return <OtherAccount {...state} />
  if (state.name === 'question')
    return <VerificationQuestion email={state.email} account={state.account} onAnswer={answer} />
  return (
    <div className="grid min-h-[50dvh] place-content-center justify-items-center gap-4">
      <Spinner size="xl" />
      <p role="status">{words.verifying}</p>
    </div>
  )
}
