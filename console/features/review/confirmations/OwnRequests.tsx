import {
  type ConfirmationRequest,
  type OwnRequest,
  ownRequests,
  withdrawRequest,
} from '@stampus/contract/console/confirmations'
import type { Role } from '@stampus/contract/console/operators'
import { CONFIRMER_WINDOW_MS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { q, useCall } from '../../../shared/api/queries.ts'
import { When } from '../../../shared/components/When.tsx'
import words from '../../../shared/labels/labels.json'
import { type Column, PagedTable, pageParam, RowLink } from '../../../shared/lists/DataTable.tsx'
import { showToast } from '../../../shared/toasts.ts'
import { requestTitle, stampsChangeText } from './ConfirmationCase.tsx'

/** This operator's requests with their answers. Waiting ones can be withdrawn. */
export function OwnRequests() {
  const [params] = useSearchParams()
  const list = useQuery({ ...q(ownRequests, { page: pageParam(params) }), placeholderData: (before) => before })
  return (
    <section aria-label="Your requests" className="grid gap-3">
      <h2 className="font-bold text-lead">Your requests</h2>
      <PagedTable query={list} what="requests" caption="Your requests" none="No requests yet." columns={columns} />
    </section>
  )
}

const columns: Column<OwnRequest>[] = [
  { name: 'Requested', cell: ({ asked_at }) => <When at={asked_at} /> },
  {
    name: 'Request',
    cell: (request) => (
      <RowLink
        to={request.submission_id === null ? `/members/${request.member.id}` : `/submissions/${request.submission_id}`}
      >
        {requestTitle(request)}
      </RowLink>
    ),
  },
  { name: 'Stamps', align: 'right', cell: ({ stamps }) => stampsChangeText(stamps) },
  { name: 'Answer', cell: Answer },
]

const stateLabels: Record<ConfirmationRequest['state'], string> = words.requestStates
const confirmers: Record<Role, string> = words.confirmers
const DAY_MS = 86_400_000

function Answer({ id, state, closed_by, answer, missing_role }: OwnRequest) {
  if (state === 'waiting')
    return (
      <>
        <WithdrawAction id={id} />
        {missing_role ? (
          <p className="max-w-sm text-small text-muted">
            Nobody can confirm this yet. It needs {confirmers[missing_role]} who isn't linked to this receipt or member.
            For {CONFIRMER_WINDOW_MS / DAY_MS} days after a manager gives out accounts or roles, that manager and the
            people who got one can't confirm for each other.
          </p>
        ) : null}
      </>
    )
  return (
    <>
      {stateLabels[state]}
      {closed_by && state !== 'withdrawn' ? ` by ${closed_by.name}` : ''}
      {answer ? <span className="wrap-anywhere block whitespace-pre-line text-small">{answer}</span> : null}
    </>
  )
}

function WithdrawAction({ id }: { id: number }) {
  const withdrawing = useCall(withdrawRequest, ['/console/confirmations', '/console/submissions', '/console/members'])
  const withdraw = () =>
    withdrawing.mutate(
      { id },
      {
        onSuccess: () => showToast('Request withdrawn.'),
        onError: (error) => showToast(error.message, 'error'),
      },
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      Pending
      <Button look="secondary" isBusy={withdrawing.isPending} onClick={withdraw}>
        Withdraw
      </Button>
    </span>
  )
}
