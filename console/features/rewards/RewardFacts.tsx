import type { AdminReward } from '@stampus/contract/console/rewards'
import { formatAmount } from '@stampus/contract/values/money'
import { Notice } from '@stampus/ui/Notice'
import { Picture } from '@stampus/ui/Picture'
import { Ticket } from 'lucide-react'
import { Fact } from '../../shared/components/Fact.tsx'
import { LinkButton } from '../../shared/components/LinkButton.tsx'
import { When } from '../../shared/components/When.tsx'
import { desk } from '../../shared/labels/desk.ts'
import { settings } from '../../shared/settings.ts'
import { RewardStateBadge } from './RewardStateBadge.tsx'

type Props = { reward: AdminReward }

/** The state of a reward, how many are left and what became of its vouchers. */
export function RewardSummary({ reward }: Props) {
  const { id, left, vouchers, recalled_at, recall_reason } = reward
  return (
    <section aria-label="Status" className={sheet}>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Fact name="Status">
          <RewardStateBadge reward={reward} />
        </Fact>
        <Fact name="Left">{left ?? 'Unlimited'}</Fact>
        <Fact name="Vouchers ready">{vouchers.ready}</Fact>
        <Fact name="Vouchers used">{vouchers.used}</Fact>
      </dl>
      {recalled_at ? (
        <Notice kind="info">
          <p>
            Recalled on <When at={recalled_at} />.{' '}
            {vouchers.ending > 0
              ? 'Vouchers that were not used end, and their stamps go back, within an hour.'
              : 'Vouchers that were not used ended, and their stamps went back.'}
          </p>
          <p className="wrap-anywhere mt-1 whitespace-pre-line">Reason: {recall_reason}</p>
        </Notice>
      ) : null}
      <LinkButton to={`/vouchers?reward_id=${id}`} icon={Ticket} className="justify-self-start">
        Vouchers
      </LinkButton>
    </section>
  )
}

/** The facts of a reward that has ended, which nobody can change. */
export function RewardFacts({ reward }: Props) {
  const { merchant, conditions, title_ms, conditions_ms, image_url, stamps, owed_sen, start_date, end_date } = reward
  return (
    <section aria-label="Facts" className={sheet}>
      {image_url ? (
        <Picture src={image_url} alt="" width={240} height={135} className="aspect-video w-60 rounded-control" />
      ) : null}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact name="Handed out by">{merchant?.name ?? desk}</Fact>
        <Fact name="Stamps">{stamps}</Fact>
        {merchant ? <Fact name="Owed to the merchant">{formatAmount(owed_sen / 100, settings.currency)}</Fact> : null}
        <Fact name="Stock">{reward.stock ?? 'Unlimited'}</Fact>
        <Fact name="Per member, in all">{reward.limit_total ?? 'No limit'}</Fact>
        <Fact name="Per member, 30 days">{reward.limit_30_days ?? 'No limit'}</Fact>
        <Fact name="First day" at={start_date} />
        <Fact name="Last day">{end_date ? <When at={end_date} /> : 'None'}</Fact>
        <Fact name="Days valid">{reward.valid_days}</Fact>
        <Fact name="Conditions" isWide>
          <span className="whitespace-pre-line font-normal">{conditions}</span>
        </Fact>
        {title_ms ? (
          <Fact name="Title in Malay" isWide>
            <span lang="ms">{title_ms}</span>
          </Fact>
        ) : null}
        {conditions_ms ? (
          <Fact name="Conditions in Malay" isWide>
            <span lang="ms" className="whitespace-pre-line font-normal">
              {conditions_ms}
            </span>
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

const sheet = 'grid max-w-2xl gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet'
