import { Fragment } from 'react'

type Row = { at: string; what: string; number: string; how: string; amount: string }

type Props = {
  merchant: string
  title: string
  figures: Record<string, string | null>
  columns: Row
  /** `notes` is what belongs to the line, such as a dispute, below it. */
  rows: (Row & { notes: (string | number | null | undefined)[] })[]
  total: { name: string; amount: string }
}

const looks: Record<keyof Row, { head: string; cell: string }> = {
  at: { head: 'pr-3 text-left', cell: 'whitespace-nowrap pr-3 tabular-nums' },
  what: { head: 'pr-3 text-left', cell: 'wrap-anywhere pr-3' },
  number: { head: 'pr-3 text-left', cell: 'whitespace-nowrap pr-3 tabular-nums' },
  how: { head: 'pr-3 text-left', cell: 'pr-3' },
  amount: { head: 'text-right', cell: 'whitespace-nowrap text-right tabular-nums' },
}
const names = Object.keys(looks) as (keyof Row)[]

/** A statement as it is printed, and only there: black on white, its head on every page, no line cut in two. */
export function PrintedStatement({ merchant, title, figures, columns, rows, total }: Props) {
  return (
    <article className="hidden bg-sheet text-ink text-small print:block">
      <h1 className="wrap-anywhere font-bold text-title">{merchant}</h1>
      <p className="mb-4 text-lead">{title}</p>
      <dl className="mb-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {Object.entries(figures).map(([name, value]) =>
          value ? (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd className="wrap-anywhere font-semibold tabular-nums">{value}</dd>
            </Fragment>
          ) : null,
        )}
      </dl>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" className={`border-ink border-b py-1.5 align-bottom ${looks[name].head}`}>
                {columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a month that is not over have no id
            <tr key={at} className="break-inside-avoid border-line border-b align-top">
              {names.map((name) => (
                <td key={name} className={`py-1.5 ${looks[name].cell}`}>
                  {row[name]}
                  {name === 'what' ? <Notes notes={row.notes} /> : null}
                </td>
              ))}
            </tr>
          ))}
          <tr className="break-inside-avoid font-bold">
            <th scope="row" colSpan={4} className="py-2 text-left">
              {total.name}
            </th>
            <td className="whitespace-nowrap py-2 text-right tabular-nums">{total.amount}</td>
          </tr>
        </tbody>
      </table>
    </article>
  )
}

function Notes({ notes }: { notes: (string | number | null | undefined)[] }) {
  return notes.filter(Boolean).map((note) => (
    <p key={note} className="wrap-anywhere text-muted">
      {note}
    </p>
  ))
}
