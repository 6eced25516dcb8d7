const looks = {
  good: 'bg-approved-tint text-approved',
  soon: 'bg-pending-tint text-pending',
  quiet: 'border border-line text-muted',
} as const

/** A state of a record: its word and the colour of its meaning. */
export type State = { name: string; look: keyof typeof looks }

/** The states of a kind of record, in the order of its filter. */
export type States<Name extends string> = Readonly<Record<Name, State>>

export function StateBadge({ look, name }: State) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded-chip px-2.5 py-0.5 font-semibold text-small ${looks[look]}`}
    >
      {name}
    </span>
  )
}
