import { acceptSupplements, currentSupplements } from '@stampus/contract/accounts'
import { type Reward, show as showReward } from '@stampus/contract/rewards/rewards'
import { type ClaimErrorCode, claim, claimErrorCodes, show, type Voucher } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { addDays } from '@stampus/contract/values/days'
import { Button } from '@stampus/ui/Button'
import { useSingleFlight } from '@stampus/ui/browser/useSingleFlight'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { Notice } from '@stampus/ui/Notice'
import { useQueryClient } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as firstSentences from '#firstSentences'
import * as sentences from '#sentences'
import * as words from '#words'
import { q, useCall } from '../../shared/api/api.ts'
import { CallError } from '../../shared/api/CallError.ts'
import { ButtonLink, Link } from '../../shared/components/Link.tsx'
import { LocalParagraph } from '../../shared/components/LocalParagraph.tsx'
import { SlipLine, SlipLines } from '../../shared/components/Slip.tsx'
import { readableDay } from '../../shared/dates.ts'
import { localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'
import { limitText, type OfferedReward, placeOf, refetchRewards, standingOf } from '../../shared/rewards/rewards.ts'
import { useToday } from '../../shared/storage/serverClock.ts'
import { useSession } from '../../shared/storage/session.ts'
import { claimKey, forgetClaimKey, noteClaim } from '../../shared/storage/voucherKeys.ts'

type Props = { reward: OfferedReward; spendable: number | undefined }

const wide = 'min-h-14 w-full text-lead sm:w-auto sm:justify-self-start sm:px-8'

/** Leads to the confirmation. The address says that it is open, so that a guest comes back to it after the login. */
export function ClaimBar({ reward, spendable }: Props) {
  const user = useSession((session) => session.user)
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const { state } = standingOf(reward, spendable)
  if (!user && state !== 'soldOut')
    return (
      <ButtonLink
        to={linkTo('login', {}, { redirect: `${pathname}?claim=1` })}
        label={words.rewardClaimGuest}
        className={wide}
      />
    )
  if (user && !user.email_verified_at)
    return <ButtonLink to={linkTo('verifyEmail')} label={words.rewardClaimUnverified} className={wide} />
  return (
    <>
      {state === 'soldOut' || state === 'limited' ? (
        <ButtonLink
          to={linkTo('rewards')}
          look="secondary"
          label={words.rewardsSeeAll}
          className="justify-self-start"
        />
      ) : state === 'claimable' || state === 'unknown' ? (
        <Button onClick={() => setParams({ claim: '1' })} className={wide}>
          <Gift aria-hidden="true" className="size-5" />
          {sentences.rewardClaim(reward.stamps)}
        </Button>
      ) : (
        <div className="grid justify-items-start gap-3">
          {(spendable ?? 0) < 0 ? <p>{words.rewardNegative}</p> : null}
          <ButtonLink to={linkTo('merchants')} look="secondary" label={words.rewardEarn} />
        </div>
      )}
      {user && params.has('claim') ? (
        <ClaimDialog reward={reward} spendable={spendable} onClose={() => setParams({}, { replace: true })} />
      ) : null}
    </>
  )
}

function ClaimDialog({ reward, spendable, onClose }: Props & { onClose: () => void }) {
  const navigate = useNavigate()
  const open = ({ id }: Voucher) => {
    noteClaim(id)
    navigate(linkTo('voucher', { id }), { replace: true })
  }
  const { run, problem: answered, loading } = useClaim(reward, open)
  const problem = answered ?? problemBefore({ reward, spendable })
  const isFinal = problem !== undefined && !['changed', 'supplements', 'unknown'].includes(problem.code)
  const accepts = problem?.code === 'supplements'
  const needsStamps = problem?.code === 'stamps_missing' || problem?.code === 'negative_balance'
  return (
    <Dialog title={words.claimTitle} isBusy={loading} isHeadingFocused onClose={onClose}>
      {problem ? <ClaimError {...problem} /> : null}
      {isFinal ? null : <ClaimFacts reward={reward} spendable={spendable} />}
      <DialogActions cancel={words.dialogCancel}>
        {isFinal ? (
          <ButtonLink
            to={linkTo(needsStamps ? 'merchants' : 'rewards')}
            label={needsStamps ? words.rewardEarn : words.rewardsSeeAll}
          />
        ) : (
          <Button isBusy={loading} onClick={() => void run({ accepts })}>
            {accepts ? words.claimAccept : sentences.claimConfirm(reward.stamps)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** What is known before the server is asked: after a login, a member may lack stamps. */
function problemBefore({ reward, spendable }: Props): ClaimProblem | undefined {
  const { state, missing } = standingOf(reward, spendable)
  if (state === 'soldOut') return { code: 'sold_out', text: texts.rewardSoldOut }
  if (reward.reached) return { code: 'limit_total', text: `${limitText(reward.reached)}.` }
  if (state !== 'almost' && state !== 'far') return undefined
  return (spendable ?? 0) < 0
    ? { code: 'negative_balance', text: texts.balanceNegative }
    : { code: 'stamps_missing', text: texts.stampsMissing(missing) }
}

function ClaimError({ code, text }: ClaimProblem) {
  if (code === 'supplements') return <Supplements />
  if (code === 'changed')
    return (
      <Notice kind="warning" role="alert">
        {words.claimChanged}
      </Notice>
    )
  return (
    <Notice kind="error" role="alert">
      <p>{text}</p>
      {code === 'unknown' ? null : <p>{words.claimUntouched}</p>}
    </Notice>
  )
}

const legal = 'inline-flex min-h-11 items-center text-blue underline underline-offset-4'

/** The legal pages open beside this page, so that the confirmation stays. */
function Supplements() {
  return (
    <Notice kind="info" role="alert">
      <p>{words.claimTermsText}</p>
      <p className="flex flex-wrap gap-x-5">
        <Link to={linkTo('terms')} target="_blank" className={legal}>
          {words.footerTerms}
        </Link>
        <Link to={linkTo('privacy')} target="_blank" className={legal}>
          {words.footerPrivacy}
        </Link>
      </p>
    </Notice>
  )
}

function ClaimFacts({ reward, spendable }: Props) {
  const title = localText(reward.title, reward.title_ms)
  const conditions = localText(reward.conditions, reward.conditions_ms)
  const lastDay = addDays(useToday(), reward.valid_days)
  return (
    <>
      <div>
        <p lang={title.lang} className="font-semibold">
          {title.text}
        </p>
        <p className="text-small text-muted">{placeOf(reward)}</p>
      </div>
      <SlipLines>
        <SlipLine name={words.claimCost} isStrong>
          {firstSentences.rewardStamps(reward.stamps)}
        </SlipLine>
        {spendable === undefined ? null : (
          <SlipLine name={words.claimRest}>{firstSentences.rewardStamps(spendable - reward.stamps)}</SlipLine>
        )}
        <SlipLine name={words.claimLastDay}>{readableDay(lastDay)}</SlipLine>
      </SlipLines>
      <LocalParagraph of={conditions} className="border-border-strong border-l-2 pl-3 text-small" />
      <p className="text-small text-muted">{words.claimNote}</p>
    </>
  )
}

/** Why the last attempt failed. `unknown`: the member may try again, with the same key. */
type ClaimProblem = { code: ClaimErrorCode | 'unknown'; text: string }

/** Claims once, even on a double click or after a lost reply. `accepts`: accepts the current legal supplements first. */
function useClaim(reward: Reward, onClaimed: (voucher: Voucher) => void) {
  const queries = useQueryClient()
  const accepting = useCall(acceptSupplements)
  const claiming = useCall(claim)
  const [problem, setProblem] = useState<ClaimProblem>()
  const run = useSingleFlight(async ({ accepts = false } = {}) => {
    try {
      if (accepts) await accepting.run(currentSupplements)
      const { id, version } = reward
      const attempt = async () => {
        const { data } = await claiming.run({ id, version }, { idempotencyKey: claimKey(id) })
        forgetClaimKey(id)
        return data
      }
      const claimed = await attempt()
      const isReady = claimed.state === 'ready'
      // An earlier claim, whose reply was lost. If its stamps are gone, another claim would cost twice.
      if (!isReady && !claimed.stamps_back) {
        refetchRewards(queries)
        setProblem({ code: 'unknown', text: words.claimUsedBefore })
        return
      }
      const data = isReady ? claimed : await attempt()
      queries.setQueryData(q(show, { id: String(data.id) }).queryKey, {
        data: { ...data, is_open_here: false, is_open_elsewhere: false },
      })
      refetchRewards(queries)
      onClaimed(data)
    } catch (error) {
      const found = problemOf(error)
      if (found.code === 'changed')
        await queries.refetchQueries({ queryKey: q(showReward, { id: String(reward.id) }).queryKey })
      else if (found.code !== 'unknown' && found.code !== 'supplements') refetchRewards(queries)
      setProblem(found)
    }
  })
  return { run, problem, loading: accepting.loading || claiming.loading }
}

function problemOf(error: unknown): ClaimProblem {
  if (!(error instanceof CallError)) throw error
  const { code } = (error.body ?? {}) as { code?: unknown }
  const known = claimErrorCodes.find((one) => one === code)
  if (known) return { code: known, text: error.message }
  if (error.status === 404) return { code: 'not_available', text: error.message || texts.rewardNotAvailable }
  return { code: 'unknown', text: error.status === 0 ? words.claimUnsure : error.message || texts.unexpectedRetry }
}
