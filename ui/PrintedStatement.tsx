import { Fragment } from 'react'

type Row = {
  key: string
  cells: { at: string; what: string; number: string; how: string; amount: string }
  /** What belongs to the line, such as a dispute, below it. */
  notes: string[]
}

type Props = {
  merchant: string
  title: string
  figures: { name: string; value: string }[]
  columns: Row['cells']
  rows: Row[]
  total: { name: string; value: string }
}

/** A statement as it is printed, and only there: black on white, its head on every page, no line cut in two. */
export function PrintedStatement({ merchant, title, figures, columns, rows, total }: Props) {
  return (
    <article className="hidden bg-sheet text-ink text-small print:block">
      <h1 className="wrap-anywhere font-bold text-title">{merchant}</h1>
      <p className="mb-4 text-lead">{title}</p>
      <dl className="mb-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {figures.map(({ name, value }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere font-semibold tabular-nums">{value}</dd>
          </Fragment>
        ))}
      </dl>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <Head>{columns.at}</Head>
            <Head>{columns.what}</Head>
            <Head>{columns.number}</Head>
            <Head>{columns.how}</Head>
            <Head isAmount>{columns.amount}</Head>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, notes }) => (
            <tr key={key} className="break-inside-avoid border-line border-b align-top">
              <td className="whitespace-nowrap py-1.5 pr-3 tabular-nums">{cells.at}</td>
              <td className="wrap-anywhere py-1.5 pr-3">
                {cells.what}
                {notes.map((note) => (
                  <p key={note} className="wrap-anywhere text-muted">
                    {note}
                  </p>
                ))}
              </td>
              <td className="whitespace-nowrap py-1.5 pr-3 tabular-nums">{cells.number}</td>
              <td className="py-1.5 pr-3">{cells.how}</td>
              <td className="whitespace-nowrap py-1.5 text-right tabular-nums">{cells.amount}</td>
            </tr>
          ))}
          <tr className="break-inside-avoid font-bold">
            <th scope="row" colSpan={4} className="py-2 text-left">
              {total.name}
            </th>
            <td className="whitespace-nowrap py-2 text-right tabular-nums">{total.value}</td>
          </tr>
        </tbody>
      </table>
    </article>
  )
}

function Head({ children, isAmount = false }: { children: string; isAmount?: boolean }) {
  return (
    <th scope="col" className={`border-ink border-b py-1.5 align-bottom ${isAmount ? 'text-right' : 'pr-3 text-left'}`}>
      {children}
    </th>
  )
}
