import { Button, buttonClass } from '@stampus/ui/Button'
import { Gift } from 'lucide-react'
import { useLocation, useSearchParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { type OfferedReward, standingOf } from '../../shared/rewards/rewards.ts'
import { useSession } from '../../shared/storage/session.ts'
import { ClaimDialog } from './ClaimDialog.tsx'

type Props = { reward: OfferedReward; spendable: number | undefined }

const wide = 'min-h-14 w-full text-lead sm:w-auto sm:justify-self-start sm:px-8'

/**
 * The way to claim: a button that opens the confirmation, or what comes before it. The address says that the
 * confirmation is open, so that a guest comes back to it after the login.
 */
export function ClaimBar({ reward, spendable }: Props) {
  const user = useSession((session) => session.user)
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const { state } = standingOf(reward, spendable)
  if (!user && state !== 'soldOut')
    return (
      <Link to={linkTo('login', {}, { redirect: `${pathname}?claim=1` })} className={buttonClass('primary', wide)}>
        {words.rewardClaimGuest}
      </Link>
    )
  if (user && !user.email_verified_at)
    return (
      <Link to={linkTo('verifyEmail')} className={buttonClass('primary', wide)}>
        {words.rewardClaimUnverified}
      </Link>
    )
  return (
    <>
      {state === 'soldOut' || state === 'limited' ? (
        <Link to={linkTo('rewards')} className={buttonClass('secondary', 'justify-self-start')}>
          {words.rewardsSeeAll}
        </Link>
      ) : state === 'claimable' || state === 'unknown' ? (
        <Button onClick={() => setParams({ claim: '1' })} className={wide}>
          <Gift aria-hidden="true" className="size-5" />
          {sentences.rewardClaim(reward.stamps)}
        </Button>
      ) : (
        <MissingStamps isNegative={(spendable ?? 0) < 0} />
      )}
      {user && params.has('claim') ? (
        <ClaimDialog reward={reward} spendable={spendable} onClose={() => setParams({}, { replace: true })} />
      ) : null}
    </>
  )
}

function MissingStamps({ isNegative }: { isNegative: boolean }) {
  return (
    <div className="grid justify-items-start gap-3">
      {isNegative ? <p>{words.rewardNegative}</p> : null}
      <Link to={linkTo('merchants')} className={buttonClass('secondary')}>
        {words.rewardEarn}
      </Link>
    </div>
  )
}
