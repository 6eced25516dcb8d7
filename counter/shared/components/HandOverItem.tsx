import type { HandOverRow } from '@stampus/contract/counter/handOvers'
import * as sentences from '#sentences'
import * as words from '#words'
import { localText } from '../language.ts'
import { formatTime } from '../times.ts'

const ways: Record<HandOverRow['way'], string | null> = {
  counter: null,
  offline: words.wayOffline,
  late: words.wayLate,
}

export function HandOverItem({ row, time, isDated = false }: { row: HandOverRow; time: string; isDated?: boolean }) {
  return (
    <li
      className={`grid gap-x-4 rounded-sheet border border-border-strong bg-sheet p-3 ${isDated ? '' : 'grid-cols-[auto_1fr]'}`}
    >
      <time dateTime={row.at} className="font-semibold tabular-nums">
        {time}
      </time>
      <span className="wrap-anywhere">
        {localText(row.title, row.title_ms)}, {row.name}
      </span>
      <span className={`wrap-anywhere text-muted text-small ${isDated ? '' : 'col-start-2'}`}>
        {[ways[row.way], row.cashier, row.phone].filter(Boolean).join(', ')}
      </span>
      {row.taken_back_at ? (
        <span className={`font-semibold text-small ${isDated ? '' : 'col-start-2'}`}>
          {sentences.takenBack(formatTime(row.taken_back_at))}
        </span>
      ) : null}
    </li>
  )
}
