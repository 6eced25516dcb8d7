import { type ReactNode, useId, useState } from 'react'

type Props = { title: string; empty: boolean; chart: ReactNode; table: ReactNode }

/** Figures as a picture, or as the table it is drawn from. */
export function ChartOrTable({ title, empty, chart, table }: Props) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id={id} className="font-bold text-lead">
          {title}
        </h2>
        {empty ? null : (
          <button
            type="button"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
            className="min-h-11 rounded-control px-3 font-semibold text-blue hover:underline aria-pressed:bg-tint"
          >
            As a table
          </button>
        )}
      </div>
      {empty ? (
        <p className="py-8 text-center text-muted">No decision was made in this span.</p>
      ) : asTable ? (
        table
      ) : (
        chart
      )}
    </section>
  )
}
