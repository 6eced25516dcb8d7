import { type Engine, OcrError } from '../../domains/receipt-ocr/ocr-result.ts'
import type { ReceiptReader } from '../../domains/receipt-ocr/reader.ts'
import type { Metrics } from './metrics.ts'

/** Counts readings by their outcome; those that were stopped because the sender has gone are not counted. */
export function countedReader(reader: ReceiptReader, engine: Engine, { readings }: Metrics): ReceiptReader {
  return async (picture, options) => {
    try {
      const reading = await reader(picture, options)
      readings.inc({ engine, outcome: 'read' })
      return reading
    } catch (fault) {
      if (fault instanceof OcrError) readings.inc({ engine, outcome: fault.reason })
      throw fault
    }
  }
}
