import { Notice } from '@stampus/ui/Notice'
import * as words from '#words'
import type { Corrected } from './correction.ts'

/** Which receipt is being corrected, and that its picture is not taken over. */
export function CorrectionNote({ corrected }: { corrected: Corrected }) {
  return <Notice kind="info">{words.receiptCorrecting(corrected.invoice_no, corrected.merchant.name)}</Notice>
}
