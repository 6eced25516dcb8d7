import type { LateHandOver } from '@stampus/contract/console/settlement/questions'
import { formatMonth } from '@stampus/contract/values/days'
import { When } from '../../shared/components/When.tsx'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { statementPath, wayLabels } from './statementLabels.ts'

const endings: Record<string, string> = {
  used: 'Used already:',
  returned: 'The member had given the voucher back:',
  expired: 'The voucher had expired:',
  voided: 'The voucher had been voided:',
}

/** Why a late hand-over could not use its voucher: what it was when that was entered, since when, and by whom. */
export function LateState({ late: { voucher_state: state, ended, merchant } }: { late: LateHandOver }) {
  if (!ended) return <p>The voucher could not be used: its member was suspended.</p>
  const { at, way, by, phone, billed_in: month } = ended
  const who = [by, phone].filter(Boolean).join(' on ')
  return (
    <>
      <p className="wrap-anywhere">
        {endings[state] ?? state} <When at={at} />
        {way ? `, ${wayLabels[way].toLowerCase()}` : ''}
        {who ? `, by ${who}` : ''}
      </p>
      {state === 'used' ? (
        <p>
          {month === null ? (
            'No issued statement has that hand-over yet.'
          ) : (
            <>
              Billed in the{' '}
              <RowLink to={statementPath(merchant, month)}>{`statement for ${formatMonth(month)}`}</RowLink>
            </>
          )}
        </p>
      ) : null}
    </>
  )
}
