import { Button, buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import * as sentences from '#sentences'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { LostReceipts, useWaitingDrafts } from '../../shared/receipts/LostReceipts.tsx'
import { FormSheet } from './FormSheet.tsx'

type Props = { current: string; email: string; isUsed: boolean; go: () => void }

/** Asks before a link signs a browser in to another account than the one that is signed in there (D-23), and names the
 * receipts that would be lost by it (D-95). */
export function OtherAccount({ current, email, isUsed, go }: Props) {
  const waiting = useWaitingDrafts()
  const loses = waiting.length > 0
  return (
    <FormSheet title={words.otherAccountTitle} intro={words.otherAccountIntro}>
      <dl className="divide-y divide-line rounded-control border border-border-strong">
        <Account label={words.otherAccountCurrent} email={current} />
        <Account label={words.otherAccountOfLink} email={email} />
      </dl>
      {loses ? (
        <Notice kind="warning">
          <strong>{sentences.signOutTitle(waiting.length)}</strong>
          <p>{words.otherAccountLoses}</p>
          <LostReceipts receipts={waiting} />
        </Notice>
      ) : null}
      <Button look={loses ? 'danger' : 'primary'} onClick={go}>
        {loses ? words.otherAccountDiscard : words.otherAccountContinue}
      </Button>
      <Link to={linkTo('home')} className={buttonClass('secondary')}>
        {words.otherAccountStay}
      </Link>
      <p className="text-small text-muted">{isUsed ? words.otherAccountUsed : words.otherAccountUnused}</p>
    </FormSheet>
  )
}

function Account({ label, email }: { label: string; email: string }) {
  return (
    <div className="px-4 py-3">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="font-semibold">{email}</dd>
    </div>
  )
}
