import { inTime } from './inTime.ts'

const PAUSE_MS = 150

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: 'qr_code'[] }): Detector }
type NativeDetector = DetectorClass & { getSupportedFormats: () => Promise<readonly string[]> }

export type CameraProblem = 'unsupported' | 'denied' | 'missing' | 'busy' | 'lost' | 'failed'

type Options<Code> = {
  video: HTMLVideoElement
  /** Reads the text of a QR code; undefined for one of others. */
  read: (text: string) => Code | undefined
  loadDetector: () => Promise<{ BarcodeDetector: DetectorClass }>
  onCode: (code: Code) => void
  /** Called whenever only codes of others are seen. */
  onForeign: () => void
  /** Called once if the camera cannot be used or stops; scanning has ended then. */
  onProblem: (problem: CameraProblem) => void
  onLight?: (setLight: (isOn: boolean) => void) => void
}

/** Looks for QR codes with the camera until the returned function is called, which also turns the camera off. */
export function scanCodes<Code>(options: Options<Code>): () => void {
  const { video, onCode, onForeign, onProblem } = options
  let isStopped = false
  let stream: MediaStream | undefined
  const stop = () => {
    isStopped = true
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
  const fail = (problem: CameraProblem) => {
    if (isStopped) return
    stop()
    onProblem(problem)
  }
  const run = async () => {
    stream = await openCamera()
    // Stopped while the browser was still asking for permission.
    if (isStopped) return stop()
    for (const track of stream.getTracks()) track.addEventListener('ended', () => fail('lost'))
    video.srcObject = stream
    await video.play()
    offerLight(stream, options.onLight)
    const detector = await createDetector(options.loadDetector)
    const look = async () => {
      // A video without a picture yet is an error of the browser's detector.
      const seen = await inTime(detector.detect(video)).catch(() => [])
      if (isStopped) return
      const code = seen.map(({ rawValue }) => options.read(rawValue)).find((found) => found !== undefined)
      if (code !== undefined) onCode(code)
      else if (seen.length > 0) onForeign()
      setTimeout(look, PAUSE_MS)
    }
    await look()
  }
  run().catch((error: unknown) => fail(error instanceof CameraError ? error.problem : 'failed'))
  return stop
}

class CameraError extends Error {
  readonly problem: CameraProblem

  constructor(problem: CameraProblem) {
    super(problem)
    this.problem = problem
  }
}

async function openCamera(): Promise<MediaStream> {
  // Old browsers and pages without https have no cameras.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.getUserMedia) throw new CameraError('unsupported')
  try {
    return await devices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  } catch (error) {
    throw new CameraError(problemOf(error))
  }
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed'
}

/** The types of the browser know no light yet. */
function offerLight(stream: MediaStream, onLight: Options<unknown>['onLight']): void {
  const [track] = stream.getVideoTracks?.() ?? []
  const abilities = track?.getCapabilities?.() as { torch?: boolean } | undefined
  if (!track || !abilities?.torch) return
  onLight?.((isOn) => {
    void track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] }).catch(() => undefined)
  })
}

async function createDetector(load: Options<unknown>['loadDetector']): Promise<Detector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetector }
  if (Native && (await hasQrCodes(Native))) return new Native({ formats: ['qr_code'] })
  const { BarcodeDetector } = await load()
  return new BarcodeDetector({ formats: ['qr_code'] })
}

async function hasQrCodes(detector: NativeDetector): Promise<boolean> {
  try {
    return (await inTime(detector.getSupportedFormats())).includes('qr_code')
  } catch {
    return false
  }
}
