import { wireRequest } from '@stampus/contract/client'
import { downloadOriginal, type SubmissionHistory, showHistory } from '@stampus/contract/console/submissions'
import { buttonClass } from '@stampus/ui/Button'
import { Spinner } from '@stampus/ui/Spinner'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { operatorQuery, q } from '../../shared/api/queries.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { OpeningFault } from '../../shared/components/OpeningFault.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { Facts } from './Facts.tsx'
import { ReceiptPicture } from './ReceiptPicture.tsx'
import { Reversal } from './Reversal.tsx'
import { Happenings } from './Timeline.tsx'

/** One receipt with all that ever happened to it, and for a manager the ways to change it (D-52, D-45). */
export default function SubmissionPage() {
  const id = Number(useParams().id)
  const { data, error, isFetching, refetch } = useQuery(q(showHistory, { id }))
  const receipt = data?.data
  return (
    <Page
      title={`Receipt ${id}`}
      back={<BackLink to="/submissions">Receipts</BackLink>}
      actions={receipt ? <Ways receipt={receipt} /> : null}
    >
      {receipt ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <ReceiptPicture receipt={receipt} onExpired={() => void refetch()} />
          <div className="grid gap-4">
            <Facts receipt={receipt} />
            <Happenings receipt={receipt} />
          </div>
        </div>
      ) : error ? (
        <OpeningFault
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
          list={{ to: '/submissions', name: 'Receipts' }}
        />
      ) : (
        <Spinner size="lg" label="Loading the receipt" />
      )}
    </Page>
  )
}

function Ways({ receipt }: { receipt: SubmissionHistory }) {
  const isManager = useQuery(operatorQuery).data?.role === 'manager'
  const isWhole = receipt.picture !== null
  const isAsked = receipt.confirmations.some(({ state }) => state === 'waiting')
  return (
    <>
      {receipt.held_by && receipt.status === 'pending' ? (
        <p role="status" className="wrap-anywhere text-small text-muted">
          Open with {receipt.held_by}
        </p>
      ) : null}
      {isAsked ? (
        <Link to="/confirmations" className={buttonClass('secondary')}>
          Waiting for confirmation
        </Link>
      ) : isWhole && receipt.status === 'pending' ? (
        <Link to={`/review/${receipt.id}`} className={buttonClass('secondary')}>
          Open at the desk
        </Link>
      ) : null}
      {isManager && isWhole ? <OriginalLink id={receipt.id} /> : null}
      {isManager && !isAsked ? <Reversal key={receipt.id} receipt={receipt} /> : null}
    </>
  )
}

function OriginalLink({ id }: { id: number }) {
  return (
    <a href={`/api${wireRequest(downloadOriginal, { id }).path}`} download className={buttonClass('secondary')}>
      <Download aria-hidden="true" className="size-4" />
      Original picture
    </a>
  )
}
