import { stopEmailChange } from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import { unlockBrowser } from '@stampus/contract/unlocks'
import * as words from '#words'
import { refreshUser } from '../../shared/api/api.ts'
import { ButtonLink } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { SupportAddress } from './FormSheet.tsx'
import { MailedAction, OutcomeSheet } from './mailedLink.tsx'

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

export function UnlockPage() {
  const toLogin = <ButtonLink to={linkTo('login')} label={words.verifiedToLogin} />
  return (
    <MailedAction
      endpoint={unlockBrowser}
      title={words.unlockTitle}
      intro={words.unlockIntro}
      label={words.unlockSubmit}
      done={
        <OutcomeSheet title={words.unlockDoneTitle} kind="success" text={texts.browserUnlocked}>
          {toLogin}
        </OutcomeSheet>
      }
      refused={(error) =>
        error?.status === 403 ? (
          <OutcomeSheet title={words.unlockElsewhereTitle} kind="warning" text={texts.unlockOtherBrowser}>
            <p>{words.unlockElsewhereHelp}</p>
          </OutcomeSheet>
        ) : (
          <OutcomeSheet title={words.linkFailedTitle} kind="error" text={texts.unlockLinkInvalid}>
            <p>{words.unlockFailed}</p>
            {toLogin}
          </OutcomeSheet>
        )
      }
      final={[403, 422]}
    />
  )
}
