import type { AuditEntry } from '@stampus/contract/console/audit'
import { useState } from 'react'
import { fieldName, valueWords } from '../../shared/labels/fieldLabels.ts'

const SHOWN = 300

/** What stood in each changed field before and after; the names of the fields alone where no values are kept. */
export function Changes({ changes, changed_fields }: Pick<AuditEntry, 'changes' | 'changed_fields'>) {
  if (!changes) return <span className="text-muted">{changed_fields.map(fieldName).join(', ') || '–'}</span>
  return (
    <dl className="grid gap-1.5 text-small">
      {changes.map((change) => (
        <OneChange key={change.field} {...change} />
      ))}
    </dl>
  )
}

function OneChange({ field, before, after }: NonNullable<AuditEntry['changes']>[number]) {
  const was = before && valueWords(field, before)
  const is = after && valueWords(field, after)
  return (
    <div>
      <dt className="font-semibold">{fieldName(field)}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        <span className="sr-only">Before: </span>
        <Value text={was} />
        <span aria-hidden="true"> → </span>
        <span className="sr-only">, after: </span>
        <Value text={is && is === was ? `${is} (changed)` : is} />
      </dd>
    </div>
  )
}

/** Long words are shown whole when they are asked for. */
function Value({ text }: { text: string | null }) {
  const [whole, setWhole] = useState(false)
  if (text === null) return <span className="text-muted">nothing</span>
  if (text.length <= SHOWN) return text
  return (
    <>
      {whole ? text : `${text.slice(0, SHOWN)}…`}
      <button
        type="button"
        aria-expanded={whole}
        onClick={() => setWhole(!whole)}
        className="min-h-11 min-w-11 px-1 font-semibold text-blue hover:underline"
      >
        {whole ? 'Show less' : 'Show all'}
      </button>
    </>
  )
}
