import { type OpenAppeal, showItem } from '@stampus/contract/console/review'
import { useState } from 'react'
import { call } from '../../../shared/api/api.ts'
import { noteSignedOut } from '../../../shared/api/queries.ts'
import { ScrollArea } from '../../../shared/components/ScrollArea.tsx'
import { nameOf } from '../../../shared/labels/labels.ts'
import { ReceiptFacts } from '../../../shared/receipts/ReceiptFacts.tsx'
import { ReceiptViewer } from '../../../shared/receipts/ReceiptViewer.tsx'
import { SenderFacts } from '../../../shared/receipts/SenderFacts.tsx'
import { AppealAnswer, type Outcome } from './AppealAnswer.tsx'

type Props = {
  appeal: OpenAppeal
  /** Whether it was settled elsewhere while it lay open here. */
  isGone: boolean
  othersWait: boolean
  onSent: (outcome: Outcome) => void
  onPass: () => void
}

/** One appeal: the receipt, why it was rejected, what its member says, and a manager's answer. */
export function AppealCase({ appeal, ...answering }: Props) {
  const { item } = appeal
  const [picture, renew] = usePicture(item)
  const name = nameOf(item)
  return (
    <div className={`grid min-h-0 flex-1 gap-4 ${appealColumns}`}>
      {picture ? (
        <ReceiptViewer picture={picture} name={name} onShown={() => undefined} onUnreadable={() => void renew()} />
      ) : null}
      <section aria-label={name} className="flex min-h-0 flex-col gap-3">
        <ReceiptFacts item={item} />
        <ScrollArea>
          <Statement title="What the member says" by={item.member.name} words={appeal.message} />
          <Statement title="Why it was rejected" by={item.decision?.operator} words={item.decision?.reason} />
          {item.decision?.notes ? <Statement title="Admin Comments" words={item.decision.notes} /> : null}
          <SenderFacts item={item} />
        </ScrollArea>
        <AppealAnswer appealId={appeal.id} {...answering} />
      </section>
    </div>
  )
}

export const appealColumns = 'lg:grid-cols-[minmax(0,1fr)_28rem]'

/** The picture at the address it was opened with, and how to ask for a fresh one: an address lives for minutes (D-44). */
function usePicture({ id, picture: first }: OpenAppeal['item']) {
  const [picture, setPicture] = useState(first)
  const renew = () => call(showItem, { id }).then(({ data }) => setPicture(data.picture), noteSignedOut)
  return [picture, renew] as const
}

function Statement({ title, by, words }: { title: string; by?: string | undefined; words: string | null | undefined }) {
  return (
    <section className="rounded-sheet border border-line bg-sheet px-4 py-2">
      <h2 className="text-small text-muted">
        {title}
        {by ? ` (${by})` : ''}
      </h2>
      <p className="whitespace-pre-line">{words || 'No words were given.'}</p>
    </section>
  )
}
