import { texts } from '@stampus/contract/texts'
import { unlockBrowser } from '@stampus/contract/unlocks'
import { Button, buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import * as words from '#words'
import { useCall } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { errorText } from '../errorText.ts'
import { FormSheet } from '../FormSheet.tsx'
import { useHeadingFocus, useMailedLink } from '../mailedLink.ts'

type Outcome = 'done' | 'elsewhere' | 'bad'

/** The page of the link that unlocks a browser. It needs a button press, because mail scanners open links. */
export function UnlockPage() {
  const link = useMailedLink()
  const [outcome, setOutcome] = useState<Outcome>()
  const [failure, setFailure] = useState<string>()
  const { run, loading } = useCall(unlockBrowser)
  useHeadingFocus(outcome)
  if (outcome || !link) return <OutcomeSheet outcome={outcome ?? 'bad'} />
  const unlock = async () => {
    setFailure(undefined)
    try {
      await run(link)
      setOutcome('done')
    } catch (error) {
      const status = error instanceof CallError ? error.status : 0
      if (status === 422) setOutcome('bad')
      else if (status === 403) setOutcome('elsewhere')
      else setFailure(errorText(error))
    }
  }
  return (
    <FormSheet title={words.unlockTitle} intro={words.unlockIntro}>
      {failure ? (
        <Notice kind="error" role="alert">
          {failure}
        </Notice>
      ) : null}
      <Button isBusy={loading} onClick={unlock}>
        {words.unlockSubmit}
      </Button>
    </FormSheet>
  )
}

function OutcomeSheet({ outcome }: { outcome: Outcome }) {
  if (outcome === 'done')
    return (
      <FormSheet title={words.unlockDoneTitle}>
        <Notice kind="success" role="status">
          {texts.browserUnlocked}
        </Notice>
        <ToLogin />
      </FormSheet>
    )
  const isElsewhere = outcome === 'elsewhere'
  return (
    <FormSheet title={isElsewhere ? words.unlockElsewhereTitle : words.linkFailedTitle}>
      <Notice kind={isElsewhere ? 'warning' : 'error'} role="alert">
        {isElsewhere ? texts.unlockOtherBrowser : texts.unlockLinkInvalid}
      </Notice>
      <p>{isElsewhere ? words.unlockElsewhereHelp : words.unlockFailed}</p>
      {isElsewhere ? null : <ToLogin />}
    </FormSheet>
  )
}

function ToLogin() {
  return (
    <Link to={linkTo('login')} className={buttonClass()}>
      {words.verifiedToLogin}
    </Link>
  )
}
