import { type AdminReward, change, create, show } from '@stampus/contract/console/rewards'
import { formatAmount } from '@stampus/contract/values/money'
import { Notice } from '@stampus/ui/Notice'
import { Picture } from '@stampus/ui/Picture'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { Fact } from '../../shared/components/Fact.tsx'
import { LinkButton } from '../../shared/components/LinkButton.tsx'
import { BackLink, Page } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import type { RecordPageFormProps } from '../../shared/components/RecordPage.tsx'
import { When } from '../../shared/components/When.tsx'
import { FormError, RecordForm } from '../../shared/forms/RecordForm.tsx'
import { desk } from '../../shared/labels/desk.ts'
import { settings } from '../../shared/settings.ts'
import { showToast } from '../../shared/toasts.ts'
import { RewardActions } from './RewardActions.tsx'
import { RewardStateBadge } from './RewardStateBadge.tsx'
import {
  pastDayWarning,
  type RewardValues,
  rewardFields,
  rewardGroups,
  toCopiedValues,
  toCreateInput,
} from './rewardValues.tsx'

const rewardList = { to: '/rewards', name: 'Rewards' }

/** Adds a reward, also as a copy of another one, or shows one to change, publish, pause, end, recall or remove it. */
export function RewardPage() {
  const { id } = useParams()
  const copied = useSearchParams()[0].get('copy') ?? ''
  if (id !== undefined)
    return (
      <RecordLoader key={id} query={q(show, { id })} what="Reward" list={rewardList}>
        {(reward, reload) => <OpenReward opened={reward} onReload={reload} />}
      </RecordLoader>
    )
  if (!/^\d{1,15}$/.test(copied)) return <NewReward />
  return (
    <RecordLoader key={copied} query={q(show, { id: copied })} what="Reward" list={rewardList}>
      {(reward) => <NewReward copied={reward} />}
    </RecordLoader>
  )
}

function NewReward({ copied }: { copied?: AdminReward }) {
  const navigate = useNavigate()
  const onSaved = ({ id, title }: AdminReward) => {
    showToast(`${title} added as a draft.`)
    navigate(`/rewards/${id}`, { replace: true })
  }
  return (
    <Page title="New reward" back={<BackLink to="/rewards">Rewards</BackLink>}>
      {copied ? (
        <Notice kind="info">
          <p>
            Copied from {copied.title}.{copied.image_key ? ' Choose its picture again.' : ''}
          </p>
        </Notice>
      ) : null}
      <RewardForm onSaved={onSaved} initialValues={copied && toCopiedValues(copied)} />
    </Page>
  )
}

function OpenReward({ opened, onReload }: { opened: AdminReward; onReload: () => void }) {
  const [reward, setReward] = useState(opened)
  const [isUnsaved, setUnsaved] = useState(false)
  const [conflict, setConflict] = useState<Error | null>(null)
  const onSaved = (saved: AdminReward) => {
    setReward(saved)
    showToast(`${saved.title} saved.`)
  }
  return (
    <Page
      title={reward.title}
      back={<BackLink to="/rewards">Rewards</BackLink>}
      actions={
        <RewardActions
          reward={reward}
          isUnsaved={isUnsaved && reward.state !== 'ended'}
          onChanged={(changed) => {
            setReward(changed)
            setConflict(null)
          }}
          onConflict={setConflict}
        />
      }
    >
      <RewardSummary reward={reward} />
      <FormError error={conflict} shownFields={[]} onReload={onReload} />
      {reward.state === 'ended' ? (
        <RewardFacts reward={reward} />
      ) : (
        <>
          <p className="max-w-2xl text-muted">
            Vouchers that were claimed keep the title, conditions, stamps and last day of their claim.
          </p>
          <RewardForm opened={opened} current={reward} onReload={onReload} onSaved={onSaved} onUnsaved={setUnsaved} />
        </>
      )}
    </Page>
  )
}

type RewardFormProps = RecordPageFormProps<AdminReward> & {
  initialValues?: RewardValues | undefined
  current?: AdminReward
  onUnsaved?: (isUnsaved: boolean) => void
}

function RewardForm(props: RewardFormProps) {
  return (
    <RecordForm
      {...props}
      create={create}
      change={change}
      fields={rewardFields}
      groups={rewardGroups}
      toInput={toCreateInput}
      invalidates={['/console/rewards']}
      add="Add draft"
      hints={(values, reward) => ({ end_date: pastDayWarning(values, reward) })}
      confirmationFor={pastDayWarning}
    />
  )
}

type FactsProps = { reward: AdminReward }

function RewardSummary({ reward }: FactsProps) {
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

function RewardFacts({ reward }: FactsProps) {
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
        <LongFact name="Conditions" text={conditions} />
        <LongFact name="Title in Malay" text={title_ms} lang="ms" />
        <LongFact name="Conditions in Malay" text={conditions_ms} lang="ms" />
      </dl>
    </section>
  )
}

function LongFact({ name, text, lang }: { name: string; text: string | null; lang?: 'ms' }) {
  if (!text) return null
  return (
    <Fact name={name} isWide>
      <span lang={lang} className="whitespace-pre-line font-normal">
        {text}
      </span>
    </Fact>
  )
}

const sheet = 'grid max-w-2xl gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet'
