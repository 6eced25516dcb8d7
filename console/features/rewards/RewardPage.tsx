import { type AdminReward, change, create, show } from '@stampus/contract/console/rewards'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { q, useCall } from '../../shared/api/queries.ts'
import { BackLink, Page } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { FormError, RecordForm, useRecordForm } from '../../shared/forms/RecordForm.tsx'
import { showToast } from '../../shared/toasts.ts'
import { RewardActions } from './RewardActions.tsx'
import { RewardFacts, RewardSummary } from './RewardFacts.tsx'
import { RewardFields } from './RewardFields.tsx'
import {
  pastDayWarning,
  rewardFields,
  toChangeInput,
  toCopiedValues,
  toCreateInput,
  toFormValues,
} from './rewardValues.ts'

const rewardList = { to: '/rewards', name: 'Rewards' }
const invalidates = ['/console/rewards']

/** Adds a reward, also as a copy of another one, or shows one to change, publish, pause, end, recall or remove it. */
export default function RewardPage() {
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
  const saving = useRewardForm({
    opened: undefined,
    current: undefined,
    toFormValues: (reward) => (copied && !reward ? toCopiedValues(copied) : toFormValues(reward)),
    onSaved,
  })
  return (
    <Page title="New reward" back={<BackLink to="/rewards">Rewards</BackLink>}>
      {copied ? (
        <Notice kind="info">
          <p>
            Copied from {copied.title}.{copied.image_key ? ' Choose its picture again.' : ''}
          </p>
        </Notice>
      ) : null}
      <RecordForm {...saving} action="Add draft">
        <RewardFields form={saving.form} reward={undefined} />
      </RecordForm>
    </Page>
  )
}

function OpenReward({ opened, onReload }: { opened: AdminReward; onReload: () => void }) {
  const [reward, setReward] = useState(opened)
  const [conflict, setConflict] = useState<Error | null>(null)
  const onSaved = (saved: AdminReward) => {
    setReward(saved)
    showToast(`${saved.title} saved.`)
  }
  const saving = useRewardForm({ opened, current: reward, toFormValues, onSaved })
  return (
    <Page
      title={reward.title}
      back={<BackLink to="/rewards">Rewards</BackLink>}
      actions={
        <RewardActions
          reward={reward}
          isUnsaved={saving.isUnsaved && reward.state !== 'ended'}
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
          <RecordForm {...saving} onReload={onReload} action="Save">
            <RewardFields form={saving.form} reward={reward} />
          </RecordForm>
        </>
      )}
    </Page>
  )
}

type RewardFormOptions = {
  opened: AdminReward | undefined
  /** The reward in its newest version: publishing and pausing change it too. */
  current: AdminReward | undefined
  toFormValues: typeof toFormValues
  onSaved: (reward: AdminReward) => void
}

function useRewardForm({ current, ...options }: RewardFormOptions) {
  const adding = useCall(create, invalidates)
  const changing = useCall(change, invalidates)
  return useRecordForm({
    ...options,
    fields: rewardFields,
    adding,
    changing,
    toCreateInput,
    toChangeInput: (values, record) => toChangeInput(values, current ?? record),
    confirmationFor: (values) => pastDayWarning(values, current),
  })
}
