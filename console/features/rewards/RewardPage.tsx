import { type AdminReward, change, create, show } from '@stampus/contract/console/rewards'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { BackLink, Page } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import type { RecordPageFormProps } from '../../shared/components/RecordPage.tsx'
import { FormError, RecordForm } from '../../shared/forms/RecordForm.tsx'
import { showToast } from '../../shared/toasts.ts'
import { RewardActions } from './RewardActions.tsx'
import { RewardFacts, RewardSummary } from './RewardFacts.tsx'
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

/** Adds a draft. */
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
  /** The reward in its newest version: publishing and pausing change it too. */
  current?: AdminReward
  onUnsaved?: (isUnsaved: boolean) => void
}

function RewardForm(props: RewardFormProps) {
  return (
    <RecordForm
      {...props}
      {...{ create, change }}
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
