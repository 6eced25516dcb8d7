import { report } from '@stampus/contract/browserErrors'
import { ERROR_MESSAGE_MAX, ERROR_STACK_MAX } from '@stampus/contract/limits'
import { call } from '../api/api.ts'
import { CallError } from '../api/CallError.ts'
import { framesOf, patternOf, redact } from './redact.ts'

const REPORTS_MAX = 5
const reported = new Set<string>()

/** Reports an error to the server, once per page load and without personal data. */
export async function sendErrorReport(error: unknown): Promise<void> {
  if (isExpected(error)) return
  const { message, stack } = describeError(error)
  const content = message + stack
  if (reported.has(content) || reported.size >= REPORTS_MAX) return
  reported.add(content)
  await call(report, { message, page: patternOf(location.pathname), ...(stack && { stack }) }, { token: '' })
}

/** API errors are shown where they occur, and aborted requests are not errors. */
function isExpected(error: unknown): boolean {
  return error instanceof CallError || (error instanceof Error && error.name === 'AbortError')
}

function describeError(error: unknown) {
  const message = redact(String(error), ERROR_MESSAGE_MAX)
  const stack = error instanceof Error ? redact(framesOf(error.stack ?? ''), ERROR_STACK_MAX) : ''
  return { message, stack }
}
