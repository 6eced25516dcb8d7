import type { SubmissionHistory } from '@stampus/contract/console/submissions'
import { When } from '../../shared/components/When.tsx'
import { type Happening, happened } from './timeline.ts'

/** A receipt's history and what it entered in the ledger, both the newest first. */
export function Happenings({ receipt }: { receipt: SubmissionHistory }) {
  return (
    <section aria-label="History" className="grid gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <h2 className="font-bold text-lead">History</h2>
      <ol className="grid gap-4 border-line border-l-2 pl-4">
        {happened(receipt).map((happening) => (
          <Line key={`${happening.at} ${happening.what}`} {...happening} />
        ))}
      </ol>
      {receipt.ledger.length > 0 ? <Ledger entries={receipt.ledger} /> : null}
    </section>
  )
}

function Line({ at, what, by, said }: Happening) {
  return (
    <li className="min-w-0">
      <p className="font-semibold">{what}</p>
      <p className="wrap-anywhere text-small text-muted">
        {by}, <When at={at} />
      </p>
      {said.map((words) => (
        <p key={words} className="wrap-anywhere mt-1 whitespace-pre-line">
          {words}
        </p>
      ))}
    </li>
  )
}

const kinds = { approval: 'Approval', undo: 'Taken back' }

function Ledger({ entries }: { entries: SubmissionHistory['ledger'] }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold">Ledger entries</h3>
      <ul className="grid gap-1">
        {entries.map(({ id, kind, stamps, created_at }) => (
          <li key={id} className="flex gap-3 tabular-nums">
            <span className="w-10 text-right font-semibold">{stamps > 0 ? `+${stamps}` : stamps}</span>
            <span>{kinds[kind]}</span>
            <span className="text-muted">
              <When at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
