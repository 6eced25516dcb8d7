import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { CallError } from '../api/CallError.ts'
import { useConnection } from '../api/connection.ts'
import { ButtonLink } from '../components/Link.tsx'
import { linkTo } from '../paths.ts'
import { useSession } from '../storage/session.ts'
import type { Attempt, StoredDraft } from './draft.ts'
import { readOwnDrafts, useDrafts, useIsWaitingSafe } from './draft.ts'
import { sendWaiting, useUploads } from './outbox.ts'
import { submitErrorText } from './submitErrors.ts'

export function PendingReceipts({ sentOnly = false }: { sentOnly?: boolean }) {
  const member = useSession(({ user }) => user?.id ?? null)
  const drafts = useDrafts((state) => state.drafts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drafts depend on the member
  useEffect(() => void readOwnDrafts(), [member])
  return drafts
    .filter(({ owner, attempt }) => owner === member && (!sentOnly || attempt?.waits || attempt?.refusal))
    .map((draft) => <PendingReceipt key={draft.id} draft={draft} />)
}

function PendingReceipt({ draft: { id, attempt, fileId, corrects } }: { draft: StoredDraft }) {
  if (attempt?.waits) return <WaitingReceipt id={id} attempt={attempt} corrects={corrects} />
  if (attempt?.refusal)
    return (
      <Notice kind="error">
        <p>{sentences.homeReceiptRefused(submitErrorText(new CallError(attempt.refusal)))}</p>
        <p className="mt-3">
          <DraftLink id={id} corrects={corrects} label={words.homeReceiptFix} />
        </p>
      </Notice>
    )
  return (
    <Notice kind="info">
      <p>{fileId ? words.homeReceiptWaits : words.homeReceiptBegun}</p>
      <p className="mt-3">
        <DraftLink corrects={corrects} label={words.homeReceiptContinue} />
      </p>
    </Notice>
  )
}

function WaitingReceipt({ id, attempt, corrects }: { id: string; attempt: Attempt; corrects: number | undefined }) {
  const queries = useQueryClient()
  const isSafe = useIsWaitingSafe()
  const isOffline = useConnection((connection) => connection.isOffline)
  const waitingText = isOffline ? words.homeReceiptOffline : words.homeReceiptLater
  const upload = useUploads((uploads) => uploads[attempt.key])
  if (upload) return <Notice kind="info">{sentences.homeReceiptSending(Math.round(upload.share * 100))}</Notice>
  return (
    <Notice kind="warning">
      <p>{isSafe ? waitingText : words.receiptWaitsHere}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => void sendWaiting(queries)}>
          {words.homeReceiptSendNow}
        </Button>
        <DraftLink id={id} corrects={corrects} label={words.homeReceiptSee} />
      </p>
    </Notice>
  )
}

function DraftLink({ id, corrects, label }: { id?: string; corrects: number | undefined; label: string }) {
  const query = corrects ? { correct: String(corrects) } : { draft: id }
  return <ButtonLink to={linkTo('submit', {}, query)} look="secondary" label={label} />
}
