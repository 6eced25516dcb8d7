import { FieldFault } from '@stampus/ui/Field'
import { useId } from 'react'
import { Tick } from '../../shared/forms/Checkbox.tsx'
import { stampsWords } from '../../shared/labels/labels.ts'

type Props = {
  name: string
  /** The balance that a correction leads to. */
  after: number
  accepted: boolean
  onAccept: (accepted: boolean) => void
  /** The correction was sent without an answer. */
  missing: boolean
}

/** Asks once more before a member comes to owe stamps; they may have been spent that are taken. */
export function BelowZero({ name, after, accepted, onAccept, missing }: Props) {
  const id = useId()
  return (
    <div>
      <Tick
        label={`Go below zero: ${name} will owe ${stampsWords(-after)}, made up for by the next ones earned`}
        checked={accepted}
        onChange={({ target }) => onAccept(target.checked)}
        aria-invalid={missing || undefined}
        aria-describedby={missing ? id : undefined}
      />
      {missing ? <FieldFault id={id} text="Please tick this, or take fewer stamps." /> : null}
    </div>
  )
}
