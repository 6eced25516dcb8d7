import { rowsOfLines } from '../../platform/ocr/paddle/line-rows.ts'
import { type Line, linesOf } from '../../platform/ocr/paddle/lines.ts'
import { type Models, openModels } from '../../platform/ocr/paddle/models.ts'
import { answering } from '../../platform/workers/child-side.ts'
import type { PaddleQuestion } from './engine-paddle.ts'
import { readingOf } from './facts/extract-facts.ts'
import { pictureProblemOf } from './facts/picture-problem.ts'
import { type Facts, factsOf, type Reading } from './ocr-result.ts'

/** Not more often, because finding the facts takes some milliseconds each time. */
const TELL_EVERY_MS = 250

/** Opened for the first page, and used for those that follow. */
let models: Promise<Models> | undefined

answering<PaddleQuestion, Reading, Facts>(async ({ page, small, today }, tell) => {
  models ??= openModels()
  const lines: Line[] = []
  const understood = (rows = rowsOfLines(lines, page)) => readingOf([{ rows, readAnew: () => [] }], today)
  let told = performance.now()
  for await (const line of linesOf(await models, page, small)) {
    lines.push(line)
    if (performance.now() - told < TELL_EVERY_MS) continue
    tell(clearSoFar(understood()))
    told = performance.now()
  }
  const rows = rowsOfLines(lines, page)
  const problem = pictureProblemOf(page, rows)
  return { ...understood(rows), ...(problem && { problem }) }
})

/** The total is not among them: the rows below it may say that another amount is to be paid. */
function clearSoFar(reading: Reading): Facts {
  const { total: _, ...facts } = factsOf(reading)
  return facts
}
