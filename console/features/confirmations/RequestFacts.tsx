import type { WaitingRequest } from '@stampus/contract/console/confirmations'
import { When } from '../../shared/components/When.tsx'
import { fieldName, valueWords } from '../../shared/labels/fieldLabels.ts'
import { stampsWords } from '../../shared/labels/labels.ts'
import { changeWords, requestName } from './requestWords.ts'

/** Who asked for what and why, and what it does to the member's balance. */
export function RequestFacts({ request }: { request: WaitingRequest }) {
  const { asked_by, asked_at, stamps, member, balance, words, corrections } = request
  return (
    <div className="grid gap-2 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <h2 className="wrap-anywhere font-bold text-lead">{requestName(request)}</h2>
      <p className="wrap-anywhere text-muted">
        Asked by {asked_by.name}, <When at={asked_at} />
      </p>
      <p>
        <strong className="tabular-nums">{changeWords(stamps)}</strong> for {member.name}, who has{' '}
        {stampsWords(balance)} now and would have {stampsWords(balance + stamps)}.
      </p>
      {corrections.map(({ field, corrected }) => (
        <p key={field}>
          {fieldName(field)} corrected to <strong>{valueWords(field, corrected)}</strong>
        </p>
      ))}
      {words ? <p className="wrap-anywhere whitespace-pre-line border-line border-l-2 pl-3">{words}</p> : null}
    </div>
  )
}
