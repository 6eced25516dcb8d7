import { stopEmailChange } from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import * as words from '#words'
import { refreshUser } from '../../../shared/api/api.ts'
import { SupportAddress } from '../FormSheet.tsx'
import { MailedAction, OutcomeSheet } from '../mailedLink.tsx'

export function KeepEmailPage() {
  return (
    <MailedAction
      endpoint={stopEmailChange}
      title={words.keepEmailTitle}
      intro={words.keepEmailIntro}
      label={words.keepEmail}
      // Updates a profile that is open in this browser.
      onDone={() => refreshUser({ startUp: true }).catch(() => undefined)}
      done={
        <OutcomeSheet title={words.keepEmailDoneTitle} kind="success" text={texts.emailChangeStopped}>
          <p>
            {words.keepEmailPassword}
            <SupportAddress />.
          </p>
        </OutcomeSheet>
      }
      refused={(error) => (
        <OutcomeSheet title={words.linkFailedTitle} kind="error" text={error?.message || texts.stopLinkInvalid}>
          <p>
            {words.keepEmailFailed}
            <SupportAddress />.
          </p>
        </OutcomeSheet>
      )}
      final={[422]}
    />
  )
}
