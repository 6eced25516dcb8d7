/** A line of a table; `met` is absent without a goal. */
export type Line = { what: string; figures: string[]; goal?: string; met?: boolean }
export type Section = { title: string; columns: string[]; lines: Line[] }

export const whole = (figure: number) => Math.round(figure).toLocaleString('en')
export const tenths = (figure: number) => figure.toFixed(1)
export const hundredths = (figure: number) => figure.toFixed(2)

export function present({ title, columns, lines }: Section): string {
  const head = ['', ...columns, 'goal', '']
  const rows = lines.map(({ what, figures, goal = '', met }) => [what, ...figures, goal, wordFor(met)])
  return [`### ${title}\n`, line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function wordFor(met: boolean | undefined): string {
  if (met === undefined) return ''
  return met ? 'met' : '**missed**'
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`

/** The most buffers of a statement, and the most growth of a time. */
const MOST_BUFFERS = 40
export const MOST_GROWTH = 1.5

/** A line about growth; `buffers` is the most that was touched, where that has a goal too. */
export function growthLine(what: string, shown: string[], growth: number, buffers?: number): Line {
  const met = growth <= MOST_GROWTH && (buffers ?? 0) <= MOST_BUFFERS
  const goal = `${buffers === undefined ? '' : `≤ ${MOST_BUFFERS}, `}≤ ${MOST_GROWTH} ×`
  return { what, figures: [...shown, `${tenths(growth)} ×`], goal, met }
}

/** The time that this share of all is not above. */
export function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0
}
