import type { Metrics } from '../../platform/metrics/metrics.ts'
import { type Engine, OcrError } from '../../platform/ocr/engine.ts'
import type { ReceiptReader } from './reader.ts'

/** Wraps a reader so that its results are counted by outcome. Runs stopped because the client has gone are not counted. */
export function countedReader(reader: ReceiptReader, engine: Engine, { ocrRuns }: Metrics): ReceiptReader {
  return async (picture, options) => {
    try {
      const result = await reader(picture, options)
      ocrRuns.inc({ engine, outcome: 'read' })
      return result
    } catch (fault) {
      if (fault instanceof OcrError) ocrRuns.inc({ engine, outcome: fault.reason })
      throw fault
    }
  }
}
