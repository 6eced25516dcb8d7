import { readVoucherCode } from '@stampus/contract/rewards/voucherCodes'
import { type CameraProblem, scanCodes } from '@stampus/ui/browser/scanCodes'
import { useScanner } from '@stampus/ui/browser/useScanner'
import { Flashlight, FlashlightOff } from 'lucide-react'
import { useEffectEvent, useState } from 'react'
import * as words from '#words'
import { DarkButton } from './darkButtons.tsx'

export type ShownCode = NonNullable<ReturnType<typeof readVoucherCode>>

const problems: Record<CameraProblem, string> = {
  unsupported: words.cameraUnsupported,
  denied: words.cameraDenied,
  missing: words.cameraMissing,
  busy: words.cameraBusy,
  lost: words.cameraLost,
  failed: words.cameraFailed,
}

/** A code in front of the camera is not seen in every picture of it, and the camera takes some time to start. */
const HELD_MS = 1500
const START_MS = 3000

type Props = {
  isBusy: boolean
  /** The last code. It counts again after it was out of sight, so that a voucher just handed over is not checked twice. */
  held: ShownCode | undefined
  onCode: (code: ShownCode) => void
}

export function Viewfinder({ isBusy, held, onCode }: Props) {
  const [problem, setProblem] = useState<CameraProblem>()
  const [light, setLight] = useState<{ set: (isOn: boolean) => void }>()
  const found = useEffectEvent((code: ShownCode) => isBusy || onCode(code))
  const { video, isForeign } = useScanner((seen) => {
    const isStillHeld = createHeldCheck(held)
    const stop = scanCodes({
      ...seen,
      read: readVoucherCode,
      loadDetector: () => import('qr/decode.js'),
      onCode: (code) => isStillHeld(code) || found(code),
      onProblem: setProblem,
      onLight: (set) => setLight({ set }),
    })
    return () => {
      setLight(undefined)
      stop()
    }
  }, !problem)
  return (
    <div className="grid gap-3">
      <div className="relative aspect-square max-h-[46dvh] w-full overflow-hidden rounded-sheet border-2 border-dark-line">
        {problem ? (
          <div className="grid h-full content-center justify-items-center gap-4 p-4 text-center">
            <p role="alert" className="text-balance">
              {problems[problem]}
            </p>
            <DarkButton look="outline" className="min-h-12" onClick={() => setProblem(undefined)}>
              {words.cameraOn}
            </DarkButton>
          </div>
        ) : (
          <video ref={video} muted playsInline aria-label={words.cameraView} className="size-full object-cover" />
        )}
        {light ? <LightButton set={light.set} /> : null}
      </div>
      <p role="status" className={`min-h-12 text-balance text-center ${isForeign ? 'font-semibold text-wait' : ''}`}>
        {isForeign ? words.scanForeign : problem ? '' : words.scanHint}
      </p>
    </div>
  )
}

/** Whether a code that is seen is the held one, which has not been out of sight yet. */
function createHeldCheck(held: ShownCode | undefined) {
  let until = performance.now() + START_MS
  return ({ number, code }: ShownCode) => {
    const now = performance.now()
    if (number !== held?.number || code !== held.code || now > until) return false
    until = now + HELD_MS
    return true
  }
}

function LightButton({ set }: { set: (isOn: boolean) => void }) {
  const [isOn, setOn] = useState(false)
  const Icon = isOn ? FlashlightOff : Flashlight
  return (
    <button
      type="button"
      aria-label={isOn ? words.torchOff : words.torchOn}
      className="absolute right-3 bottom-3 grid size-12 place-items-center rounded-chip bg-dark/80"
      onClick={() => {
        set(!isOn)
        setOn(!isOn)
      }}
    >
      <Icon aria-hidden="true" className="size-6" />
    </button>
  )
}
