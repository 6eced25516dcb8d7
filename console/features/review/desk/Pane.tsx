import type { DeskPicture } from '@stampus/contract/console/signals'
import { Failure } from '@stampus/ui/Failure'
import { useState } from 'react'
import { type SetSight, useGestures } from '../../../shared/receipts/gestures.ts'
import { Marks } from '../../../shared/receipts/Marks.tsx'
import type { Mark } from '../../../shared/receipts/ocr.ts'
import { type Sight, zoomed } from './sight.ts'

type Props = {
  picture: DeskPicture
  name: string
  /** What stands over the picture, where there are two. */
  title?: string | undefined
  /** What was read, where it stands. */
  marks?: Mark[]
  sight: Sight
  setSight: SetSight
  onShown: () => void
  onUnreadable: () => void
}

// A notch of a mouse is 100, a finger on a pad moves by ones.
const WHEEL = 1.0015

/** One picture in its frame, as it is looked at now: fit, enlarged, turned or moved. */
export function Pane({ picture, name, title, marks = [], sight, setSight, onShown, onUnreadable }: Props) {
  const [failures, setFailures] = useState(0)
  const [failed, setFailed] = useState(false)
  const gestures = useGestures(setSight)
  // A fresh address that fails too is no reason to ask for another.
  const fail = () => {
    if (!failed) onUnreadable()
    setFailed(true)
  }
  const transform = transformOf(sight)
  const retry = () => {
    setFailures((count) => count + 1)
    onUnreadable()
  }
  return (
    <figure className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden p-3 pb-0">
      {title ? <figcaption className="pb-1 text-small text-muted">{title}</figcaption> : null}
      <div
        className={`@container-[size] grid min-h-0 flex-1 place-items-center ${sight.scale > 1 ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y'}`}
        onWheel={({ deltaY }) => setSight((now) => zoomed(now, WHEEL ** -deltaY))}
        {...gestures}
      >
        <img
          key={`${picture.url} ${failures}`}
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt={name}
          decoding="sync"
          draggable={false}
          onError={fail}
          onLoad={() => {
            setFailed(false)
            onShown()
          }}
          className={`max-w-none bg-contain bg-center bg-no-repeat object-contain ${failed ? 'text-transparent' : ''} select-none [grid-area:1/1] ${sight.turns % 2 ? lying : upright}`}
          style={{ transform, backgroundImage: `url("${picture.placeholder ?? ''}")` }}
        />
        {marks.length > 0 ? <Marks picture={picture} marks={marks} sight={sight} transform={transform} /> : null}
      </div>
      {failed ? (
        <div className="my-3">
          <Failure text="The picture could not be opened." retry="Retry" onRetry={retry} />
        </div>
      ) : null}
    </figure>
  )
}

const upright = 'h-[100cqh] w-[100cqw]'
const lying = 'h-[100cqw] w-[100cqh]'

function transformOf({ scale, turns, x, y }: Sight): string {
  return `translate(${x}px, ${y}px) scale(${scale}) rotate(${turns * 90}deg)`
}
