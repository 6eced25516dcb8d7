import * as account from '@stampus/contract/counter/ownAccount'
import { Notice } from '@stampus/ui/Notice'
import { OwnAccount, OwnPassword } from '@stampus/ui/sign-in/OwnAccount'
import { type ComponentProps, useState } from 'react'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { Section } from '../../shared/components/Section.tsx'
import { paths } from '../../shared/paths.ts'
import { forOwner, type OwnerProps, useSessionEnd } from './OwnerGate.tsx'
import { host } from './signIn.ts'

export default forOwner(AccountPage)

function AccountPage({ owner, onSignedOut }: OwnerProps) {
  const answer = useAnswer(account.ownAccount, {})
  const [message, setMessage] = useState<string>()
  useSessionEnd(answer.error, onSignedOut)
  const changed = async (said: string) => {
    setMessage(said)
    await answer.reload()
  }
  const own = { words: host.words, calls, onChanged: changed, Section: Card }
  return (
    <Page title={words.account} back={paths.owner}>
      <p className="wrap-anywhere text-muted">{owner.email}</p>
      <div role="status" className="empty:hidden">
        {message ? <Notice kind="success">{message}</Notice> : null}
      </div>
      <Loaded answer={answer}>{({ data }) => <OwnAccount {...own} account={data} />}</Loaded>
      <OwnPassword {...own} />
    </Page>
  )
}

const Card = (props: ComponentProps<typeof Section>) => (
  <Section {...props} className="rounded-sheet border border-border-strong bg-sheet p-4" />
)

const calls: ComponentProps<typeof OwnAccount>['calls'] = {
  changePassword: (typed) => call(account.changeOwnPassword, typed),
  endOtherSessions: () => call(account.endOwnOtherSessions, {}),
  startSecondFactor: (typed) => call(account.startSecondFactor, typed),
  confirmSecondFactor: (typed) => call(account.confirmSecondFactor, typed),
  renewRecoveryCodes: (typed) => call(account.renewRecoveryCodes, typed),
  disableSecondFactor: (typed) => call(account.disableSecondFactor, typed),
}
