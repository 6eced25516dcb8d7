import type { LateHandOver } from '@stampus/contract/console/settlement/questions'
import { formatMonth } from '@stampus/contract/values/days'
import { When } from '../../shared/components/When.tsx'
import { inSentence } from '../../shared/labels/labels.ts'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { kindLabels, statementPath, wayLabels } from './statementLabels.ts'

const endings: Record<string, string> = {
  used: 'Used already:',
  returned: 'The member had given the voucher back:',
  expired: 'The voucher had expired:',
  voided: 'The voucher had been voided:',
}

/** Why a late hand-over could not use its voucher: what it was when that was entered, since when, and by whom. */
export function LateState({ late }: { late: LateHandOver }) {
  const { voucher_state: state, ended } = late
  if (!ended) return <p>The voucher could not be used: its member was suspended.</p>
  const { at, way, by, phone } = ended
  const who = [by, phone].filter(Boolean).join(' on ')
  return (
    <>
      <p className="wrap-anywhere">
        {endings[state] ?? state} <When at={at} />
        {way ? `, ${inSentence(wayLabels[way])}` : ''}
        {who ? `, by ${who}` : ''}
      </p>
      {state === 'used' ? <Bill late={late} /> : null}
    </>
  )
}

/** What became of the hand-over that was first: it was undone, or which statement bills it. */
function Bill({ late: { merchant, ended } }: { late: LateHandOver }) {
  const month = ended?.billed_in
  const bill = month ? (
    <RowLink to={statementPath(merchant, month)}>{`statement for ${formatMonth(month)}`}</RowLink>
  ) : null
  if (ended?.undone)
    return (
      <p>
        {kindLabels[ended.undone.kind]} after that: <When at={ended.undone.at} />
        {bill ? <>, but billed in the {bill}</> : null}
      </p>
    )
  return bill ? <p>Billed in the {bill}.</p> : <p>No issued statement has that hand-over yet.</p>
}
