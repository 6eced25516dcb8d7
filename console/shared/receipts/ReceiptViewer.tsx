import type { DeskPicture } from '@stampus/contract/console/evidence'
import { Failure } from '@stampus/ui/Failure'
import { ArrowLeftRight, type LucideIcon, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import { useShortcuts } from '../shortcuts.ts'
import type { FactFrame } from './facts.ts'
import type { ComparableReceipt } from './Signals.tsx'

type Props = {
  picture: DeskPicture
  name: string
  other?: ComparableReceipt | undefined
  /** Frames around the facts that OCR found. */
  frames?: FactFrame[]
  onShown?: () => void
  onLoadError: () => void
}

/** The picture of a receipt, or two side by side: zoom by wheel, fingers, keys or buttons; drag, rotate, fit. */
export function ReceiptViewer({ other, ...shown }: Props) {
  const [view, setView] = useState<PictureView>(fittedView)
  const [swapped, setSwapped] = useState(false)
  const swap = () => setSwapped((now) => !now)
  const keys = zoomKeys(setView)
  useShortcuts({ ...keys, ...(view.scale > 1 && moveKeys(setView)), ...(other && { x: swap }) })
  return (
    <section
      aria-label="Receipt picture"
      className="flex h-[55dvh] min-h-0 flex-col overflow-hidden rounded-sheet border border-line bg-line/40 lg:h-auto"
    >
      <div className={`flex min-h-0 flex-1 ${swapped ? 'flex-row-reverse' : ''}`}>
        <PicturePane {...shown} title={other && 'This receipt'} view={view} setView={setView} />
        {other ? (
          <PicturePane
            key={other.id}
            picture={other.picture}
            name={`Other receipt: ${other.id}`}
            title={`Receipt ${other.id}`}
            view={view}
            setView={setView}
            onLoadError={shown.onLoadError}
          />
        ) : null}
      </div>
      <div
        role="toolbar"
        aria-label="Picture"
        className="relative flex justify-center gap-1 border-t border-line bg-sheet p-1"
      >
        <Tool Icon={ZoomOut} label="Zoom out" hint="−" onPress={keys['-']} />
        <Tool Icon={ZoomIn} label="Zoom in" hint="+" onPress={keys['+']} />
        <Tool Icon={RotateCw} label="Rotate" hint="T" onPress={keys.t} />
        <Tool Icon={Maximize} label="Fit" hint="0 or F" onPress={keys.f} />
        {other ? <Tool Icon={ArrowLeftRight} label="Swap" hint="X" onPress={swap} /> : null}
      </div>
    </section>
  )
}

type ToolProps = { Icon: LucideIcon; label: string; hint: string; onPress: () => void }

function Tool({ Icon, label, hint, onPress }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={`${label} (${hint})`}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-control hover:bg-tint hover:text-blue"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}

function zoomKeys(setView: SetPictureView) {
  const zoomBy = (factor: number) => () => setView((now) => zoom(now, factor))
  const fit = () => setView(fittedView)
  return { '+': zoomBy(1.5), '=': zoomBy(1.5), '-': zoomBy(1 / 1.5), '0': fit, f: fit, t: () => setView(rotate) }
}

/** Only for enlarged pictures; otherwise the arrow keys scroll the page. */
function moveKeys(setView: SetPictureView) {
  const move = (x: number, y: number) => () => setView((now) => pan(now, x, y))
  return { arrowleft: move(80, 0), arrowright: move(-80, 0), arrowup: move(0, 80), arrowdown: move(0, -80) }
}

type PicturePaneProps = Omit<Props, 'other'> & {
  /** The caption when two pictures are shown. */
  title?: string | undefined
  view: PictureView
  setView: SetPictureView
}

// A notch of a mouse wheel is 100; a trackpad sends single steps.
const WHEEL = 1.0015

/** One picture in the current view. */
function PicturePane({ picture, name, title, frames = [], view, setView, onShown, onLoadError }: PicturePaneProps) {
  const [failures, setFailures] = useState(0)
  const [failed, setFailed] = useState(false)
  const gestures = useGestures(setView)
  // If a fresh address fails too, do not ask for another one.
  const fail = () => {
    if (!failed) onLoadError()
    setFailed(true)
  }
  const transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale}) rotate(${view.turns * 90}deg)`
  const retry = () => {
    setFailures((count) => count + 1)
    onLoadError()
  }
  return (
    <figure className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden p-3 pb-0">
      {title ? <figcaption className="pb-1 text-small text-muted">{title}</figcaption> : null}
      <div
        className={`@container-[size] grid min-h-0 flex-1 place-items-center ${view.scale > 1 ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y'}`}
        onWheel={({ deltaY }) => setView((now) => zoom(now, WHEEL ** -deltaY))}
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
            onShown?.()
          }}
          className={`max-w-none bg-contain bg-center bg-no-repeat object-contain ${failed ? 'text-transparent' : ''} select-none [grid-area:1/1] ${view.turns % 2 ? sideways : upright}`}
          style={{ transform, backgroundImage: `url("${picture.placeholder ?? ''}")` }}
        />
        {frames.length > 0 ? <FactFrames picture={picture} frames={frames} view={view} transform={transform} /> : null}
      </div>
      {failed ? (
        <div className="my-3">
          <Failure text="Couldn't load the picture." retry="Retry" onRetry={retry} />
        </div>
      ) : null}
    </figure>
  )
}

const upright = 'h-[100cqh] w-[100cqw]'
const sideways = 'h-[100cqw] w-[100cqh]'

/** How a picture is viewed: its scale relative to the fitted size, its quarter turns and its shift in CSS pixels. */
type PictureView = { scale: number; turns: number; x: number; y: number }

const MAX_SCALE = 8

export const fittedView: PictureView = { scale: 1, turns: 0, x: 0, y: 0 }

/** Zooms around the centre. At the fitted size the shift is reset. */
function zoom(view: PictureView, factor: number): PictureView {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return scale === 1 ? { ...view, scale, x: 0, y: 0 } : { ...view, scale, x: view.x * ratio, y: view.y * ratio }
}

function rotate(view: PictureView): PictureView {
  return { ...view, turns: (view.turns + 1) % 4, x: 0, y: 0 }
}

/** Moves an enlarged picture. */
function pan(view: PictureView, x: number, y: number): PictureView {
  return view.scale === 1 ? view : { ...view, x: view.x + x, y: view.y + y }
}

type SetPictureView = (next: PictureView | ((now: PictureView) => PictureView)) => void

/** Pointer handlers: one finger or the mouse moves the picture, two fingers zoom it. */
function useGestures(setView: SetPictureView) {
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

const pointOf = ({ clientX: x, clientY: y }: PointerEvent) => ({ x, y })

/** The distance of two fingers; 0 for any other number of fingers. */
function fingerDistance(pointers: Map<number, { x: number; y: number }>): number {
  const [one, two, more] = pointers.values()
  return one && two && !more ? Math.hypot(one.x - two.x, one.y - two.y) : 0
}

type FactFramesProps = { picture: DeskPicture; frames: FactFrame[]; view: PictureView; transform: string }

const LINE_PX = 2

/** Frames around facts on the picture. Their lines stay thin when the picture is enlarged. */
export function FactFrames({ picture: { width, height }, frames, view, transform }: FactFramesProps) {
  const [across, down] = view.turns % 2 ? ['100cqh', '100cqw'] : ['100cqw', '100cqh']
  const fittedWidth = `min(${across}, ${down} * ${width / height})`
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none relative [grid-area:1/1]"
      style={{ width: fittedWidth, aspectRatio: `${width} / ${height}`, transform }}
    >
      {frames.map(({ name, place, verdict }) => (
        <span
          key={name}
          className={`absolute rounded-xs ${looks[verdict]}`}
          style={{
            left: toPercent(place.left),
            top: toPercent(place.top),
            width: toPercent(place.width),
            height: toPercent(place.height),
            outlineStyle: verdict === 'filled_in' ? 'dashed' : 'solid',
            outlineWidth: LINE_PX / view.scale,
            outlineOffset: LINE_PX / view.scale,
          }}
        />
      ))}
    </div>
  )
}

const looks: Record<FactFrame['verdict'], string> = {
  fits: 'bg-mark-fits/15 outline-mark-fits',
  differs: 'bg-mark-differs/20 outline-mark-differs',
  not_found: 'bg-mark-differs/20 outline-mark-differs',
  filled_in: 'outline-mark-neutral',
}

const toPercent = (fraction: number) => `${fraction * 100}%`
