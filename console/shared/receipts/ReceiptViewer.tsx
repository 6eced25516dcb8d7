import type { DeskPicture } from '@stampus/contract/console/signals'
import { ArrowLeftRight, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Pane } from '../../features/review/desk/Pane.tsx'
import { dragged, fitted, type Sight, turned, zoomed } from '../../features/review/desk/sight.ts'
import { useKeys } from '../keys.ts'
import type { SetSight } from './gestures.ts'
import type { Mark } from './ocr.ts'

/** Another receipt to hold beside this one. */
export type Twin = { id: number; picture: DeskPicture }

type Props = {
  picture: DeskPicture
  name: string
  twin?: Twin | undefined
  /** What was read off it, where it stands. */
  marks?: Mark[]
  onShown: () => void
  onUnreadable: () => void
}

/** The receipt's picture, or two side by side: zoom by wheel, fingers, keys or buttons, drag to move, turn, fit. */
export function ReceiptViewer({ twin, ...shown }: Props) {
  const [sight, setSight] = useState<Sight>(fitted)
  const [swapped, setSwapped] = useState(false)
  const swap = () => setSwapped((now) => !now)
  useKeys({ ...zoomKeys(setSight), ...(sight.scale > 1 && moveKeys(setSight)), ...(twin && { x: swap }) })
  return (
    <section
      aria-label="Receipt picture"
      className="flex h-[55dvh] min-h-0 flex-col overflow-hidden rounded-sheet border border-line bg-line/40 lg:h-auto"
    >
      <div className={`flex min-h-0 flex-1 ${swapped ? 'flex-row-reverse' : ''}`}>
        <Pane {...shown} title={twin && 'This receipt'} sight={sight} setSight={setSight} />
        {twin ? (
          <Pane
            key={twin.id}
            picture={twin.picture}
            name={`The other one, receipt ${twin.id}`}
            title={`Receipt ${twin.id}`}
            sight={sight}
            setSight={setSight}
            onShown={() => undefined}
            onUnreadable={shown.onUnreadable}
          />
        ) : null}
      </div>
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
        <Tool label="Fit" hint="0 or F" onPress={() => setSight(fitted)}>
          <Maximize aria-hidden="true" className="size-5" />
        </Tool>
        {twin ? (
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

function zoomKeys(setSight: SetSight): Record<string, () => void> {
  const zoom = (factor: number) => () => setSight((now) => zoomed(now, factor))
  const fit = () => setSight(fitted)
  return { '+': zoom(1.5), '=': zoom(1.5), '-': zoom(1 / 1.5), '0': fit, f: fit, t: () => setSight(turned) }
}

/** Only for a picture larger than its frame: else the arrows scroll the page. */
function moveKeys(setSight: SetSight): Record<string, () => void> {
  const move = (x: number, y: number) => () => setSight((now) => dragged(now, x, y))
  return { arrowleft: move(80, 0), arrowright: move(-80, 0), arrowup: move(0, 80), arrowdown: move(0, -80) }
}
