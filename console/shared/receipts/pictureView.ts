import { type PointerEvent, useRef } from 'react'

/** How a picture is viewed: its scale relative to the fitted size, its quarter turns and its shift in CSS pixels. */
export type PictureView = { scale: number; turns: number; x: number; y: number }

const MAX_SCALE = 8

export const fittedView: PictureView = { scale: 1, turns: 0, x: 0, y: 0 }

/** Zooms around the centre. At the fitted size the shift is reset. */
export function zoom(view: PictureView, factor: number): PictureView {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return scale === 1 ? { ...view, scale, x: 0, y: 0 } : { ...view, scale, x: view.x * ratio, y: view.y * ratio }
}

export function rotate(view: PictureView): PictureView {
  return { ...view, turns: (view.turns + 1) % 4, x: 0, y: 0 }
}

/** Moves an enlarged picture. */
export function pan(view: PictureView, x: number, y: number): PictureView {
  return view.scale === 1 ? view : { ...view, x: view.x + x, y: view.y + y }
}

export type SetPictureView = (next: PictureView | ((now: PictureView) => PictureView)) => void

/** Pointer handlers: one finger or the mouse moves the picture, two fingers zoom it. */
export function useGestures(setView: SetPictureView) {
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const release = ({ pointerId }: PointerEvent<HTMLElement>) => {
    pointers.current.delete(pointerId)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pointers.current.set(event.pointerId, pointOf(event))
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const distance = fingerDistance(pointers.current)
      const at = pointOf(event)
      pointers.current.set(event.pointerId, at)
      if (distance > 0) setView((now) => zoom(now, fingerDistance(pointers.current) / distance))
      else setView((now) => pan(now, at.x - before.x, at.y - before.y))
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

function pointOf({ clientX, clientY }: PointerEvent<HTMLElement>) {
  return { x: clientX, y: clientY }
}

/** The distance of two fingers; 0 for any other number of fingers. */
function fingerDistance(pointers: Map<number, { x: number; y: number }>): number {
  const [one, two, more] = pointers.values()
  return one && two && !more ? Math.hypot(one.x - two.x, one.y - two.y) : 0
}
