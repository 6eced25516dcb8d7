import { type LeftOut, undoAll } from '@stampus/contract/bulk'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Link } from 'react-router'
import { useCall } from '../app/queries.ts'
import { useSecondsUntil } from './countdown.ts'
import { KeyCap } from './KeyCap.tsx'
import { useKeys } from './keys.ts'
import { receiptsWords } from './naming.ts'

export type Batch = { approved: number[]; left_out: LeftOut; undoUntil: number }

/** What became of a batch, for as long as it may be undone the way back, and what was left out and why. */
export function BulkOutcome({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const left = useSecondsUntil(batch.undoUntil)
  const undoing = useCall(undoAll, ['/console/bulk'])
  const { data, error, isPending } = undoing
  const mayUndo = left > 0 && !data && batch.approved.length > 0
  const undo = () => mayUndo && !isPending && undoing.mutate({ ids: batch.approved })
  useKeys({ u: undo })
  return (
    <Notice kind={error ? 'error' : 'success'}>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="flex-1 font-semibold">
          {data
            ? `Undone: ${receiptsWords(data.undone.length)} wait again`
            : `Approved: ${receiptsWords(batch.approved.length)}`}
        </p>
        {mayUndo ? (
          <Button look="secondary" busy={isPending} onClick={undo} aria-keyshortcuts="U">
            Undo all{' '}
            <span aria-hidden="true" className="font-normal tabular-nums">
              {left} s
            </span>
            <KeyCap>U</KeyCap>
          </Button>
        ) : (
          <Button look="secondary" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      {error ? <p role="alert">{error.message}</p> : null}
      <LeftOutList rows={data?.left_out ?? batch.left_out} />
    </Notice>
  )
}

function LeftOutList({ rows }: { rows: LeftOut }) {
  if (rows.length === 0) return null
  return (
    <>
      <p className="mt-2">Left out:</p>
      <ul className="text-small">
        {rows.map(({ id, reason }) => (
          <li key={id}>
            <Link to={`/submissions/${id}`} className="inline-flex min-h-11 items-center text-blue underline">
              Receipt {id}
            </Link>{' '}
            {reason}
          </li>
        ))}
      </ul>
    </>
  )
}
