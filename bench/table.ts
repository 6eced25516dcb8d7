/** A line of a table; `met` is absent without a goal. */
export type Line = { what: string; figures: string[]; goal?: string; met?: boolean }
export type Section = { title: string; columns: string[]; lines: Line[] }

export const whole = (figure: number) => Math.round(figure).toLocaleString('en')
export const tenths = (figure: number) => figure.toFixed(1)
export const hundredths = (figure: number) => figure.toFixed(2)

/** A section as Markdown. */
export function present({ title, columns, lines }: Section): string {
  const head = ['', ...columns, 'goal', '']
  const rows = lines.map(({ what, figures, goal = '', met }) => [what, ...figures, goal, wordFor(met)])
  return [`### ${title}\n`, line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function wordFor(met: boolean | undefined): string {
  if (met === undefined) return ''
  return met ? 'met' : '**missed**'
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`
