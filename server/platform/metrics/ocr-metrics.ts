import { type Engine, ReadingFault } from '../../domains/receipt-ocr/ocr-result.ts'
import type { Reader } from '../../domains/receipt-ocr/reader.ts'
import type { Metrics } from './metrics.ts'

/** Counts readings by their outcome; those that were stopped because the sender has gone are not counted. */
export function countedReader(reader: Reader, engine: Engine, { readings }: Metrics): Reader {
  return async (picture, options) => {
    try {
      const reading = await reader(picture, options)
      readings.inc({ engine, outcome: 'read' })
      return reading
    } catch (fault) {
      if (fault instanceof ReadingFault) readings.inc({ engine, outcome: fault.reason })
      throw fault
    }
  }
}
