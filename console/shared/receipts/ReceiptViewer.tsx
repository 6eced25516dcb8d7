import type { DeskPicture } from '@stampus/contract/console/signals'
import { Failure } from '@stampus/ui/Failure'
import { ArrowLeftRight, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useShortcuts } from '../shortcuts.ts'
import type { ComparableReceipt } from './comparison.ts'
import { FactFrames } from './FactFrames.tsx'
import type { FactFrame } from './facts.ts'
import { fittedView, type PictureView, pan, rotate, type SetPictureView, useGestures, zoom } from './pictureView.ts'

type Props = {
  picture: DeskPicture
  name: string
  other?: ComparableReceipt | undefined
  /** Frames around the facts that OCR found. */
  frames?: FactFrame[]
  onShown: () => void
  onLoadError: () => void
}

/** The picture of a receipt, or two side by side: zoom by wheel, fingers, keys or buttons; drag, rotate, fit. */
export function ReceiptViewer({ other, ...shown }: Props) {
  const [view, setView] = useState<PictureView>(fittedView)
  const [swapped, setSwapped] = useState(false)
  const swap = () => setSwapped((now) => !now)
  useShortcuts({ ...zoomKeys(setView), ...(view.scale > 1 && moveKeys(setView)), ...(other && { x: swap }) })
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
            onShown={() => undefined}
            onLoadError={shown.onLoadError}
          />
        ) : null}
      </div>
      <div
        role="toolbar"
        aria-label="Picture"
        className="relative flex justify-center gap-1 border-t border-line bg-sheet p-1"
      >
        <Tool label="Zoom out" hint="−" onPress={() => setView((now) => zoom(now, 1 / 1.5))}>
          <ZoomOut aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label="Zoom in" hint="+" onPress={() => setView((now) => zoom(now, 1.5))}>
          <ZoomIn aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label="Rotate" hint="T" onPress={() => setView(rotate)}>
          <RotateCw aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label="Fit" hint="0 or F" onPress={() => setView(fittedView)}>
          <Maximize aria-hidden="true" className="size-5" />
        </Tool>
        {other ? (
          <Tool label="Swap" hint="X" onPress={swap}>
            <ArrowLeftRight aria-hidden="true" className="size-5" />
          </Tool>
        ) : null}
      </div>
    </section>
  )
}

type ToolProps = { label: string; hint: string; onPress: () => void; children: ReactNode }

function Tool({ label, hint, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={`${label} (${hint})`}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-control hover:bg-tint hover:text-blue"
    >
      {children}
    </button>
  )
}

function zoomKeys(setView: SetPictureView): Record<string, () => void> {
  const zoomBy = (factor: number) => () => setView((now) => zoom(now, factor))
  const fit = () => setView(fittedView)
  return { '+': zoomBy(1.5), '=': zoomBy(1.5), '-': zoomBy(1 / 1.5), '0': fit, f: fit, t: () => setView(rotate) }
}

/** Only for enlarged pictures; otherwise the arrow keys scroll the page. */
function moveKeys(setView: SetPictureView): Record<string, () => void> {
  const move = (x: number, y: number) => () => setView((now) => pan(now, x, y))
  return { arrowleft: move(80, 0), arrowright: move(-80, 0), arrowup: move(0, 80), arrowdown: move(0, -80) }
}

type PicturePaneProps = {
  picture: DeskPicture
  name: string
  /** The caption when two pictures are shown. */
  title?: string | undefined
  /** Frames around the facts that OCR found. */
  frames?: FactFrame[]
  view: PictureView
  setView: SetPictureView
  onShown: () => void
  onLoadError: () => void
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
  const transform = transformOf(view)
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
            onShown()
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

function transformOf({ scale, turns, x, y }: PictureView): string {
  return `translate(${x}px, ${y}px) scale(${scale}) rotate(${turns * 90}deg)`
}
