import { type PlainReceipts, plainReceipts } from '@stampus/contract/console/bulk'
import { Empty } from '@stampus/ui/Empty'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, PartyPopper } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { q } from '../../../shared/api/queries.ts'
import { LinkButton } from '../../../shared/components/LinkButton.tsx'
import { Page } from '../../../shared/components/Page.tsx'
import { TextLink } from '../../../shared/components/TextLink.tsx'
import { ListBody } from '../../../shared/lists/DataTable.tsx'
import { BulkBatch, excludedTexts } from './BulkBatch.tsx'
import { type Batch, BulkOutcome } from './BulkOutcome.tsx'
import { bulkSkeleton } from './BulkRow.tsx'

const POLL_MS = 15_000

/** Approves many receipts at once, twelve on a page: those without a signal whose pictures confirm the typed facts. */
export function BulkPage() {
  const [params] = useSearchParams()
  const given = params.get('after') ?? ''
  const after = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined
  const list = useQuery({
    ...q(plainReceipts, after ? { after } : {}),
    refetchOnWindowFocus: false,
    // OCR may finish soon, so an empty page polls. A page with receipts stays unchanged.
    refetchInterval: ({ state }) => state.data?.data.length === 0 && POLL_MS,
  })
  const [batch, setBatch] = useState<Batch>()
  return (
    <Page title="Bulk approval">
      <p className="max-w-3xl text-muted">
        These receipts have no warnings. Compare each one with its picture. You can approve it after viewing it for a
        second. An approval here is the same as one at the desk.
      </p>
      {batch ? <BulkOutcome key={batch.undoUntil} batch={batch} onClose={() => setBatch(undefined)} /> : null}
      <ListBody
        query={list}
        what="receipts"
        none={list.data ? <NothingToApprove list={list.data} after={after} /> : ''}
        skeleton={bulkSkeleton}
      >
        {(offered) => <BulkBatch key={after} offered={offered} after={after} onApproved={setBatch} />}
      </ListBody>
    </Page>
  )
}

/** Why there is nothing to approve, with links to other pages. */
function NothingToApprove({ list, after }: { list: PlainReceipts; after: number | undefined }) {
  const { waiting, is_counted_in_part } = list
  if (after !== undefined && waiting.ready > 0)
    return (
      <Empty icon={ListChecks} text="You've seen all of them">
        <LinkButton to="/bulk">Back to the first page</LinkButton>
      </Empty>
    )
  const others = excludedTexts(waiting)
  if (others.length === 0) return <Empty icon={PartyPopper} text="No receipts pending" />
  return (
    <Empty icon={ListChecks} text="No receipts for bulk approval">
      <p>Review these at the desk{is_counted_in_part ? ' (among the oldest 500)' : ''}:</p>
      <ul className="text-left tabular-nums">
        {others.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <TextLink to="/">Go to the review desk</TextLink>
    </Empty>
  )
}
