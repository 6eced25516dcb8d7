import { readVoucherCode, type VoucherCode } from '@stampus/contract/rewards/vouchers'
import { type CameraProblem, scanCodes } from '@stampus/ui/browser/scanCodes'

type Options = {
  video: HTMLVideoElement
  onCode: (code: VoucherCode) => void
  onForeign: () => void
  /** Called once with a sentence if the camera cannot be used or stops; scanning has ended then. */
  onError: (text: string) => void
}

/** Looks for vouchers' QR codes with the camera. The returned function ends that and turns the camera off. */
export function scan({ onError, ...options }: Options): () => void {
  return scanCodes({
    ...options,
    read: readVoucherCode,
    loadDetector: () => import('qr/decode.js'),
    onProblem: (problem) => onError(cameraErrors[problem]),
  })
}

const typeInstead = 'Type the number and the code instead.'
const cameraErrors: Record<CameraProblem, string> = {
  unsupported: `This browser can't use a camera here. ${typeInstead}`,
  denied: `The browser blocks the camera. Allow it for this site in the browser's settings and try again. Or type the number and the code.`,
  missing: `No camera was found. ${typeInstead}`,
  busy: `Another program is using the camera. Close it and try again, or type the number and the code.`,
  lost: `The camera was turned off. ${typeInstead}`,
  failed: `The scanner couldn't start. ${typeInstead}`,
}
