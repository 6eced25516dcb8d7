import { type PointerEvent, useRef } from 'react'
import { dragged, type Sight, zoomed } from '../../features/review/desk/sight.ts'

export type SetSight = (next: Sight | ((now: Sight) => Sight)) => void

/** Moves the picture with one finger or the mouse, zooms it with two fingers. */
export function useGestures(setSight: SetSight) {
  const held = useRef(new Map<number, { x: number; y: number }>())
  const release = ({ pointerId }: PointerEvent<HTMLElement>) => {
    held.current.delete(pointerId)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      held.current.set(event.pointerId, pointOf(event))
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = held.current.get(event.pointerId)
      if (!before) return
      const spread = spreadOf(held.current)
      const at = pointOf(event)
      held.current.set(event.pointerId, at)
      if (spread > 0) setSight((now) => zoomed(now, spreadOf(held.current) / spread))
      else setSight((now) => dragged(now, at.x - before.x, at.y - before.y))
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

function pointOf({ clientX, clientY }: PointerEvent<HTMLElement>) {
  return { x: clientX, y: clientY }
}

/** How far two fingers are apart; 0 for any other number of them. */
function spreadOf(held: Map<number, { x: number; y: number }>): number {
  const [one, two, more] = held.values()
  return one && two && !more ? Math.hypot(one.x - two.x, one.y - two.y) : 0
}
