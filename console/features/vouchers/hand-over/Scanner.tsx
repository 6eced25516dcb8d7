import { Button } from '@stampus/ui/Button'
import { useScanner } from '@stampus/ui/browser/useScanner'
import { Notice } from '@stampus/ui/Notice'
import { Camera, CameraOff } from 'lucide-react'
import { useEffectEvent, useState } from 'react'
import { type ShownCode, scan } from './scan.ts'

/** A button that opens the camera, which reads the QR code of a voucher and then turns off. */
export function Scanner({ onCode }: { onCode: (code: ShownCode) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  const toggle = () => {
    setOpen(!isOpen)
    setError(undefined)
  }
  const Icon = isOpen ? CameraOff : Camera
  return (
    <div className="grid justify-items-start gap-3">
      <Button look="secondary" onClick={toggle}>
        <Icon aria-hidden="true" className="size-4" />
        {isOpen ? 'Turn the camera off' : 'Scan the QR code'}
      </Button>
      {isOpen ? (
        <Viewfinder
          onCode={(code) => {
            setOpen(false)
            onCode(code)
          }}
          onError={(text) => {
            setOpen(false)
            setError(text)
          }}
        />
      ) : null}
      {error ? (
        <Notice kind="error" role="alert">
          <p>{error}</p>
        </Notice>
      ) : null}
    </div>
  )
}

type ViewfinderProps = { onCode: (code: ShownCode) => void; onError: (text: string) => void }

/** What the camera sees. The camera is on as long as this is shown. */
function Viewfinder(props: ViewfinderProps) {
  const onCode = useEffectEvent(props.onCode)
  const onError = useEffectEvent(props.onError)
  const { video, isForeign } = useScanner((seen) =>
    scan({ ...seen, onCode: (code) => onCode(code), onError: (text) => onError(text) }),
  )
  return (
    <div className="grid w-full gap-3">
      <video
        ref={video}
        muted
        playsInline
        aria-label="What the camera sees"
        className="aspect-4/3 w-full max-w-md rounded-control bg-ink object-cover"
      />
      <p role="status" className="text-muted text-small">
        {isForeign
          ? "This QR code isn't a voucher. Ask for the page of the voucher in the member's app."
          : "Hold the member's QR code in front of the camera."}
      </p>
    </div>
  )
}
