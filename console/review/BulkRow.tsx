import type { PlainReceipt } from '@stampus/contract/bulk'
import { Skeleton } from '@stampus/ui/Skeleton'
import { Waiting } from '@stampus/ui/Waiting'
import { BulkPicture } from './BulkPicture.tsx'
import { PlainFacts } from './PlainFacts.tsx'

type Props = { receipt: PlainReceipt; isChosen: boolean; onTouch: (id: number, isRange: boolean) => void }

/** One plain receipt: its picture beside what was typed. */
export function BulkRow({ receipt, isChosen, onTouch }: Props) {
  const { id, merchant } = receipt
  return (
    <li className={`${row} has-checked:border-blue has-checked:bg-wash`}>
      <BulkPicture receipt={receipt} />
      <label className="flex min-w-0 flex-1 items-center gap-3 select-none">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={({ nativeEvent }) => onTouch(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          aria-label={`Receipt ${id} from ${merchant}`}
          className="size-5 shrink-0"
        />
        <PlainFacts receipt={receipt} />
      </label>
    </li>
  )
}

const row = 'flex items-stretch gap-3 rounded-sheet border border-line bg-sheet p-3 shadow-sheet max-sm:flex-col'

/** The shape of the receipts while they are on their way. */
export function comingRows(label: string) {
  return (
    <Waiting label={label} className="grid gap-2 lg:grid-cols-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={row}>
          <Skeleton className="h-80 w-54 max-sm:self-center" />
          <div className="grid flex-1 content-center gap-3">
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-7 w-1/2" />
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-2/5" />
          </div>
        </div>
      ))}
    </Waiting>
  )
}
