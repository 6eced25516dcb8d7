import { stopEmailChange } from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import * as words from '#words'
import { refreshUser, useCall } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { errorText } from '../errorText.ts'
import { FormSheet } from '../FormSheet.tsx'
import { type MailedLink, useHeadingFocus, useMailedLink } from '../mailedLink.ts'
import { SupportAddress } from '../SupportAddress.tsx'

/**
 * The page that the notice about an email change links to. It needs a button press, because mail scanners open links.
 */
export function KeepEmailPage() {
  const link = useMailedLink()
  const [done, setDone] = useState(false)
  const [linkError, setLinkError] = useState<string>()
  useHeadingFocus(done || linkError)
  if (done) return <Done />
  if (linkError || !link) return <BadLink message={linkError || texts.stopLinkInvalid} />
  return <Question link={link} onDone={() => setDone(true)} onInvalidLink={setLinkError} />
}

type Props = {
  link: MailedLink
  onDone: () => void
  onInvalidLink: (message: string) => void
}

function Question({ link, onDone, onInvalidLink }: Props) {
  const { run, loading } = useCall(stopEmailChange)
  const [failure, setFailure] = useState<string>()
  const stop = async () => {
    setFailure(undefined)
    try {
      await run(link)
      onDone()
      // Updates a profile that is open in this browser.
      await refreshUser({ startUp: true }).catch(() => undefined)
    } catch (error) {
      if (error instanceof CallError && error.status === 422) onInvalidLink(error.message || texts.stopLinkInvalid)
      else setFailure(errorText(error))
    }
  }
  return (
    <FormSheet title={words.keepEmailTitle} intro={words.keepEmailIntro}>
      {failure ? (
        <Notice kind="error" role="alert">
          {failure}
        </Notice>
      ) : null}
      <Button isBusy={loading} onClick={stop}>
        {words.keepEmail}
      </Button>
    </FormSheet>
  )
}

function Done() {
  return (
    <FormSheet title={words.keepEmailDoneTitle}>
      <Notice kind="success" role="status">
        {texts.emailChangeStopped}
      </Notice>
      <p>
        {words.keepEmailPassword}
        <SupportAddress />.
      </p>
    </FormSheet>
  )
}

function BadLink({ message }: { message: string }) {
  return (
    <FormSheet title={words.linkFailedTitle}>
      <Notice kind="error" role="alert">
        {message}
      </Notice>
      <p>
        {words.keepEmailFailed}
        <SupportAddress />.
      </p>
    </FormSheet>
  )
}
