import type { ReceiptStatus } from '@stampus/contract/console/receiptStatus'
import {
  type DecisionDetails,
  reverse,
  type SubmissionHistory,
  showHistory,
} from '@stampus/contract/console/submissions'
import type { Status } from '@stampus/contract/submissions'
import { Button } from '@stampus/ui/Button'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q, useCall } from '../../shared/api/queries.ts'
import { LoadFailure } from '../../shared/components/LoadFailure.tsx'
import { SecondManagerNotice } from '../../shared/components/SecondManagerNotice.tsx'
import { TakingBack } from '../../shared/components/TakingBack.tsx'
import { ReasonDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import words from '../../shared/labels/labels.json'
import { shownLookAlikeIds, useLookAlikes } from '../../shared/receipts/Signals.tsx'
import { showToast } from '../../shared/toasts.ts'

/** A button that reverses the decision in force. Its open dialog keeps the typed text if another one comes into force. */
export function Reversal({ receipt }: { receipt: SubmissionHistory }) {
  const { id, status, picture, decisions, second_person: second } = receipt
  const [open, setOpen] = useState<DecisionDetails>()
  const inForce = picture ? decisions.find(({ taken_back }) => !taken_back) : undefined
  return (
    <>
      {inForce ? (
        <Button look="secondary" onClick={() => setOpen(inForce)}>
          Reverse the decision
        </Button>
      ) : null}
      {open ? (
        <ReversalDialog id={id} status={status} second={second} decision={open} onClose={() => setOpen(undefined)} />
      ) : null}
    </>
  )
}

type DialogProps = {
  id: number
  status: ReceiptStatus
  /** Which outcomes a second manager must confirm, and whether there is one. */
  second: SubmissionHistory['second_person']
  decision: DecisionDetails
  onClose: () => void
}

/** The server rejects the reversal if a newer decision is in force. */
function ReversalDialog({ id, status: seen, second, decision, onClose }: DialogProps) {
  const [others] = useState(() => (['approved', 'rejected', 'pending'] as const).filter((status) => status !== seen))
  const [status, setStatus] = useState<Status>(others[0] ?? 'pending')
  const consequences = useConsequences(id, decision)
  const { lookAlikes, areRead, add } = useLookAlikes()
  const affected = ['submissions', 'members', 'appeals', 'confirmations'].map((name) => `/console/${name}`)
  const reversing = useCall(reverse, affected)
  const done = ({ data }: { data: SubmissionHistory }) => {
    const isAsked = data.confirmations.some(({ state }) => state === 'waiting')
    const asked = `The reversal of receipt ${id} is sent for confirmation.`
    showToast(isAsked ? asked : `Receipt ${id} ${words.reversedReceipts[status]}.`)
    onClose()
  }
  const replace = (reason: string) =>
    reversing.mutate(
      { id, decision_id: decision.id, status, reason, approved_alike: shownLookAlikeIds([], lookAlikes) },
      { onSuccess: done, onError: add },
    )
  return (
    <ReasonDialog
      title={`Reverse the ${decision.status === 'approved' ? 'approval' : 'rejection'} by ${decision.operator.name}?`}
      action="Reverse"
      label="Reason (shown to the member)"
      mutation={reversing}
      isReady={areRead && consequences.areKnown}
      onConfirm={replace}
      onClose={onClose}
    >
      <Radios
        legend="New outcome"
        options={others.map((value) => ({ value, name: words.reversalChoices[value] }))}
        value={status}
        onChange={setStatus}
      />
      <Consequences {...consequences} />
      {second?.outcomes.includes(status) ? <SecondManagerNotice isAvailable={second.available} /> : null}
    </ReasonDialog>
  )
}

/** What taking the stamps of an approval back would do now: the history that the page shows may be old. */
function useConsequences(id: number, { status }: DecisionDetails) {
  const query = useQuery({ ...q(showHistory, { id }), refetchOnMount: 'always' })
  return { query, areKnown: status !== 'approved' || (query.isFetchedAfterMount && !query.error) }
}

function Consequences({ query, areKnown }: ReturnType<typeof useConsequences>) {
  const { data, error } = query
  const shown = data?.data.if_taken_back
  if (areKnown) return shown ? <TakingBack {...shown} /> : null
  const text = `What this does to the member's stamps could not be loaded. ${error?.message}`
  if (error) return <LoadFailure query={query} text={text} />
  return (
    <Loading label="Loading what this does to the member's stamps">
      <Skeleton className="h-14 w-full" />
    </Loading>
  )
}
