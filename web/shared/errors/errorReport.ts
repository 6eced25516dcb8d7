import { report } from '@stampus/contract/browserErrors'
import { ERROR_MESSAGE_MAX, ERROR_STACK_MAX } from '@stampus/contract/limits'
import { call } from '../api/api.ts'
import { CallError } from '../api/CallError.ts'
import { framesOf, patternOf, redact } from './redact.ts'

const MOST_A_LOAD = 5
const told = new Set<string>()

/** Reports an error to the server, once per page load and without personal data. */
export async function sendErrorReport(fault: unknown): Promise<void> {
  if (isExpected(fault)) return
  const { message, stack } = wordsOf(fault)
  const said = message + stack
  if (told.has(said) || told.size >= MOST_A_LOAD) return
  told.add(said)
  await call(report, { message, page: patternOf(location.pathname), ...(stack && { stack }) }, { token: '' })
}

/** API errors are shown where they occur, and aborted requests are not errors. */
function isExpected(fault: unknown): boolean {
  return fault instanceof CallError || (fault instanceof Error && fault.name === 'AbortError')
}

function wordsOf(fault: unknown) {
  const message = redact(String(fault), ERROR_MESSAGE_MAX)
  const stack = fault instanceof Error ? redact(framesOf(fault.stack ?? ''), ERROR_STACK_MAX) : ''
  return { message, stack }
}
