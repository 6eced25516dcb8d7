import type { ReviewItem } from '@stampus/contract/review'
import { Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useKeys } from './keys.ts'
import { dragged, fitted, type Sight, turned, zoomed } from './sight.ts'

type Props = { picture: ReviewItem['picture']; name: string }

/** The receipt's picture: zoom by wheel, keys or buttons, drag to move, turn, fit. */
export function ReceiptViewer({ picture, name }: Props) {
  const [sight, setSight] = useState<Sight>(fitted)
  const keys = useMemo(() => keysFor(setSight), [])
  useKeys(keys)
  const drag = useDrag(setSight)
  return (
    <section
      aria-label="Receipt picture"
      className="relative h-[60dvh] min-h-0 overflow-hidden rounded-sheet border border-line bg-wash lg:h-auto"
    >
      <div
        className={`@container-[size] absolute inset-3 grid touch-none place-items-center ${sight.scale > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
        onWheel={(event) => setSight((now) => zoomed(now, event.deltaY < 0 ? 1.15 : 1 / 1.15))}
        {...drag}
      >
        <img
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt={name}
          draggable={false}
          className={`max-w-none object-contain select-none ${sight.turns % 2 ? lying : upright}`}
          style={{ transform: transformOf(sight) }}
        />
      </div>
      <div
        role="toolbar"
        aria-label="Picture"
        className="absolute bottom-3 left-1/2 flex -translate-x-1/2 gap-1 rounded-control border border-line bg-sheet p-1 shadow-lifted"
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

function Tool({
  label,
  hint,
  onPress,
  children,
}: {
  label: string
  hint: string
  onPress: () => void
  children: ReactNode
}) {
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

function keysFor(setSight: SetSight): Record<string, () => void> {
  const zoom = (factor: number) => () => setSight((now) => zoomed(now, factor))
  const move = (x: number, y: number) => () => setSight((now) => dragged(now, x, y))
  return {
    '+': zoom(1.5),
    '=': zoom(1.5),
    '-': zoom(1 / 1.5),
    '0': () => setSight(fitted),
    t: () => setSight(turned),
    arrowleft: move(80, 0),
    arrowright: move(-80, 0),
    arrowup: move(0, 80),
    arrowdown: move(0, -80),
  }
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
