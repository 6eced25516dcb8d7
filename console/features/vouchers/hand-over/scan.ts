import { readVoucherCode } from '@stampus/contract/rewards/voucherCodes'

export type ShownCode = NonNullable<ReturnType<typeof readVoucherCode>>

const PAUSE_MS = 150

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type NativeDetector = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

type Options = {
  /** The place where the operator sees what the camera sees. */
  video: HTMLVideoElement
  /** Called with the code of a voucher whenever one is seen, also beside other QR codes. */
  onCode: (code: ShownCode) => void
  /** Called whenever only other QR codes are seen. */
  onForeign: () => void
  /** Called once with a sentence if the camera cannot be used or stops; scanning has ended then. */
  onError: (text: string) => void
}

/** Looks for vouchers' QR codes with the camera until the returned function is called, which also turns the camera off. */
export function scan({ video, onCode, onForeign, onError }: Options): () => void {
  let isStopped = false
  let stream: MediaStream | undefined
  const stop = () => {
    isStopped = true
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
  const fail = (text: string) => {
    if (isStopped) return
    stop()
    onError(text)
  }
  const run = async () => {
    stream = await openCamera()
    // Stopped while the browser was still asking for permission.
    if (isStopped) return stop()
    for (const track of stream.getTracks()) track.addEventListener('ended', () => fail(cameraErrors.lost))
    video.srcObject = stream
    await video.play()
    const detector = await loadDetector()
    const look = async () => {
      // A video without a picture yet is an error of the browser's detector.
      const seen = await detector.detect(video).catch(() => [])
      if (isStopped) return
      const code = firstVoucherCode(seen.map(({ rawValue }) => rawValue))
      if (code) onCode(code)
      else if (seen.length > 0) onForeign()
      setTimeout(look, PAUSE_MS)
    }
    await look()
  }
  run().catch((error: unknown) => fail(error instanceof CameraError ? error.message : cameraErrors.failed))
  return stop
}

function firstVoucherCode(texts: string[]): ShownCode | undefined {
  for (const text of texts) {
    const code = readVoucherCode(text)
    if (code) return code
  }
}

const typeInstead = 'Type the number and the code instead.'
const cameraErrors = {
  unsupported: `This browser can't use a camera here. ${typeInstead}`,
  denied: `The browser blocks the camera. Allow it for this site in the browser's settings and try again. Or type the number and the code.`,
  missing: `No camera was found. ${typeInstead}`,
  busy: `Another program is using the camera. Close it and try again, or type the number and the code.`,
  lost: `The camera was turned off. ${typeInstead}`,
  failed: `The scanner couldn't start. ${typeInstead}`,
}

class CameraError extends Error {}

async function openCamera(): Promise<MediaStream> {
  // Old browsers and pages without https have no cameras.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.getUserMedia) throw new CameraError(cameraErrors.unsupported)
  try {
    return await devices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  } catch (error) {
    throw new CameraError(cameraErrors[kindOf(error)])
  }
}

function kindOf(error: unknown): keyof typeof cameraErrors {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed'
}

/** The browser's detector, or one in JavaScript where it has none for QR codes. */
async function loadDetector(): Promise<Detector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetector }
  if (Native && (await hasQrCodes(Native))) return new Native({ formats: ['qr_code'] })
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] })
}

async function hasQrCodes(detector: NativeDetector): Promise<boolean> {
  try {
    return (await detector.getSupportedFormats()).includes('qr_code')
  } catch {
    return false
  }
}
