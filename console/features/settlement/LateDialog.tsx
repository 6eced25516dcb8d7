import { answerLate, type LateHandOver } from '@stampus/contract/console/settlement/questions'
import { formatMonth } from '@stampus/contract/values/days'
import { useState } from 'react'
import { When } from '../../shared/components/When.tsx'
import { ActionDialog } from '../../shared/dialogs/ActionButton.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { inSentence, stampsText } from '../../shared/labels/labels.ts'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { changedByStatements, kindLabels, money, statementPath, wayLabels } from './statementLabels.ts'

type Props = { late: LateHandOver; onClose: () => void }

/** Says whether a merchant is paid for a late hand-over. */
export function LateDialog({ late, onClose }: Props) {
  const { id, merchant, voucher, owed_sen, is_settled } = late
  const [paid, setPaid] = useState<'yes' | 'no'>()
  const pay = { value: 'yes', name: `Pay ${money(owed_sen)}` } as const
  const payNothing = { value: 'no', name: 'Pay nothing' } as const
  return (
    <ActionDialog
      title={`Is ${merchant.name} paid for ${voucher.title}?`}
      action="Save answer"
      reason="Reason (shown to the owner)"
      call={answerLate}
      input={(reason) => (paid ? { id, is_paid: paid === 'yes', reason } : undefined)}
      invalidates={changedByStatements}
      isReady={paid !== undefined}
      onClose={onClose}
    >
      <LateState late={late} />
      <p>The answer is a line of the next statement, and answers all reports of this voucher.</p>
      {is_settled ? (
        <p>A hand-over of this voucher is paid for already, so no other one can be.</p>
      ) : (
        <IfPaid late={late} />
      )}
      <Radios
        legend="Payment"
        options={is_settled ? [payNothing] : [pay, payNothing]}
        value={paid}
        onChange={setPaid}
      />
    </ActionDialog>
  )
}

/** What paying does to the voucher and to its stamps. */
function IfPaid({ late: { if_paid } }: { late: LateHandOver }) {
  const { stamps, needed, available } = if_paid
  const ends = {
    held: 'The member has paid its stamps.',
    taken: `Its ${stampsText(needed)} are taken again; the member has ${available}.`,
    missing: `Its ${stampsText(needed)} cannot be taken again: the member has only ${available}.`,
    gone: `Its ${stampsText(needed)} cannot be taken again: the account was deleted.`,
  }
  return <p>Paying makes the voucher a used one. {ends[stamps]}</p>
}

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
