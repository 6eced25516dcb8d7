import type { HandOverRow } from '@stampus/contract/counter/handOvers'
import * as words from '#words'
import { localText } from '../localText.ts'

const ways: Record<HandOverRow['way'], string | null> = {
  counter: null,
  offline: words.wayOffline,
  late: words.wayLate,
}

/** One hand-over in a list: when, what, for whom, and who made it in which way. */
export function HandOverItem({ row, time }: { row: HandOverRow; time: string }) {
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-4 rounded-sheet border border-line bg-sheet p-3">
      <time dateTime={row.at} className="font-semibold tabular-nums">
        {time}
      </time>
      <span className="wrap-anywhere">
        {localText(row.title, row.title_ms)}, {row.name}
      </span>
      <span className="wrap-anywhere col-start-2 text-muted text-small">
        {[ways[row.way], row.cashier, row.phone].filter(Boolean).join(', ')}
      </span>
    </li>
  )
}
