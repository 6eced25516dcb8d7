import type { ReviewItem } from '@stampus/contract/review'
import { Failure } from '@stampus/ui/Failure'
import { Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useKeys } from './keys.ts'
import { dragged, fitted, type Sight, turned, zoomed } from './sight.ts'

type Props = {
  picture: NonNullable<ReviewItem['picture']>
  name: string
  onShown: () => void
  onUnreadable: () => void
}

/** The receipt's picture: zoom by wheel, keys or buttons, drag to move, turn, fit. */
export function ReceiptViewer({ picture, name, onShown, onUnreadable }: Props) {
  const [sight, setSight] = useState<Sight>(fitted)
  const [failures, setFailures] = useState(0)
  const [failed, setFailed] = useState(false)
  const isLarger = sight.scale > 1
  const keys = useMemo(() => ({ ...zoomKeys(setSight), ...(isLarger && moveKeys(setSight)) }), [isLarger])
  // A fresh address that fails too is no reason to ask for another.
  const fail = () => {
    if (!failed) onUnreadable()
    setFailed(true)
  }
  const retry = () => {
    setFailures((count) => count + 1)
    onUnreadable()
  }
  useKeys(keys)
  const drag = useDrag(setSight)
  return (
    <section
      aria-label="Receipt picture"
      className="flex h-[60dvh] min-h-0 flex-col overflow-hidden rounded-sheet border border-line bg-line/40 lg:h-auto"
    >
      <div
        className={`@container-[size] m-3 mb-0 grid min-h-0 flex-1 touch-none place-items-center ${isLarger ? 'cursor-grab active:cursor-grabbing' : ''}`}
        onWheel={(event) => setSight((now) => zoomed(now, event.deltaY < 0 ? 1.15 : 1 / 1.15))}
        {...drag}
      >
        <img
          key={`${picture.url} ${failures}`}
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt={name}
          draggable={false}
          onError={fail}
          onLoad={() => {
            setFailed(false)
            onShown()
          }}
          className={`max-w-none bg-contain bg-center bg-no-repeat object-contain select-none ${sight.turns % 2 ? lying : upright}`}
          style={{ transform: transformOf(sight), backgroundImage: `url("${picture.placeholder ?? ''}")` }}
        />
      </div>
      {failed ? (
        <div className="m-3">
          <Failure text="The picture could not be opened." retry="Retry" onRetry={retry} />
        </div>
      ) : null}
      <div
        role="toolbar"
        aria-label="Picture"
        className="relative flex justify-center gap-1 border-t border-line bg-sheet p-1"
      >
        <Tool label="Zoom out" hint="−" onPress={() => setSight((now) => zoomed(now, 1 / 1.5))}>
          <ZoomOut aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label="Zoom in" hint="+" onPress={() => setSight((now) => zoomed(now, 1.5))}>
          <ZoomIn aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label="Turn" hint="T" onPress={() => setSight(turned)}>
          <RotateCw aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label="Fit" hint="0" onPress={() => setSight(fitted)}>
          <Maximize aria-hidden="true" className="size-5" />
        </Tool>
      </div>
    </section>
  )
}

const upright = 'h-[100cqh] w-[100cqw]'
const lying = 'h-[100cqw] w-[100cqh]'

type ToolProps = { label: string; hint: string; onPress: () => void; children: ReactNode }

function Tool({ label, hint, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={`${label} (${hint})`}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-control hover:bg-wash hover:text-blue"
    >
      {children}
    </button>
  )
}

type SetSight = (next: Sight | ((now: Sight) => Sight)) => void

function zoomKeys(setSight: SetSight): Record<string, () => void> {
  const zoom = (factor: number) => () => setSight((now) => zoomed(now, factor))
  return {
    '+': zoom(1.5),
    '=': zoom(1.5),
    '-': zoom(1 / 1.5),
    '0': () => setSight(fitted),
    t: () => setSight(turned),
  }
}

/** Only for a picture larger than its frame: else the arrows scroll the page. */
function moveKeys(setSight: SetSight): Record<string, () => void> {
  const move = (x: number, y: number) => () => setSight((now) => dragged(now, x, y))
  return { arrowleft: move(80, 0), arrowright: move(-80, 0), arrowup: move(0, 80), arrowdown: move(0, -80) }
}

function useDrag(setSight: SetSight) {
  const held = useRef(false)
  const release = () => {
    held.current = false
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      held.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: ({ movementX, movementY }: PointerEvent<HTMLElement>) => {
      if (held.current) setSight((now) => dragged(now, movementX, movementY))
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

function transformOf({ scale, turns, x, y }: Sight): string {
  return `translate(${x}px, ${y}px) scale(${scale}) rotate(${turns * 90}deg)`
}
