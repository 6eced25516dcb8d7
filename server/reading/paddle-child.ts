import { answering } from '../limits/child-side.ts'
import { type Line, linesOf } from '../ocr/lines.ts'
import { type Models, openModels } from '../ocr/models.ts'
import { rowsOfLines } from './line-rows.ts'
import type { PaddleQuestion } from './paddle.ts'
import { pictureProblemOf } from './picture-problem.ts'
import { type Facts, factsOf, type Reading } from './reading.ts'
import { readingOf } from './understanding.ts'

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
