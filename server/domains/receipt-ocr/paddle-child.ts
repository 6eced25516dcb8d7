import { loadModels, type Models } from '../../platform/ocr/paddle/models.ts'
import { type Line, recogniseLines } from '../../platform/ocr/paddle/recognition.ts'
import { groupIntoRows } from '../../platform/ocr/paddle/rows.ts'
import type { PaddleInput } from '../../platform/ocr/run-ocr.ts'
import { serveRequests } from '../../platform/workers/serve-requests.ts'
import { extractFacts } from './facts/extract-facts.ts'
import { findPictureProblem } from './facts/picture-problem.ts'
import { type Facts, type OcrResult, pickFacts } from './ocr-result.ts'

/** Progress is reported no more often, because extracting the facts takes some milliseconds each time. */
const PROGRESS_EVERY_MS = 250

let models: Promise<Models> | undefined

// The script of a child process, started by readReceipt().
serveRequests<PaddleInput & { today: string }, OcrResult, Facts>(async ({ page, small, today }, reportProgress) => {
  models ??= loadModels()
  const lines: Line[] = []
  const extract = (rows = groupIntoRows(lines, page)) => extractFacts([{ rows, recogniseAgain: () => [] }], today)
  let reportedAt = performance.now()
  for await (const line of recogniseLines(await models, { page, small })) {
    lines.push(line)
    if (performance.now() - reportedAt < PROGRESS_EVERY_MS) continue
    reportProgress(withoutTotal(extract()))
    reportedAt = performance.now()
  }
  const rows = groupIntoRows(lines, page)
  const problem = findPictureProblem(page, rows)
  return { ...extract(rows), ...(problem && { problem }) }
})

/** The rows further down may name another amount to be paid. */
function withoutTotal(result: OcrResult): Facts {
  const { total: _, ...facts } = pickFacts(result)
  return facts
}
