import { redact } from '../http/redact.ts'
import { MailRefused } from './refused-recipient.ts'

const REFUSAL_MAX = 300
const UNKNOWN = 'The mail was not sent: see the log of the server.'

/** Why a mail was not sent, in one line that names nobody: a mail server's own words may name the mailbox. */
export function refusalOf(fault: unknown): string {
  const reply = replyIn(fault)
  if (reply !== undefined) return withoutPeople(reply)
  const { code } = asFault(fault)
  return typeof code === 'string' ? `The mail server was not reached (${code}).` : UNKNOWN
}

/** Whether a fault repeats what a mail server said. */
export function isReply(fault: unknown): boolean {
  return replyIn(fault) !== undefined
}

function replyIn(fault: unknown): string | undefined {
  if (fault instanceof MailRefused) return fault.message
  const { response } = asFault(fault)
  return typeof response === 'string' ? response : undefined
}

/** The status stands first, such as `550 5.1.1`: it names nobody, though it looks like a number that might. */
function withoutPeople(reply: string): string {
  const [status = ''] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?\s*/.exec(reply) ?? []
  return `${status}${redact(reply.slice(status.length), REFUSAL_MAX)}`.trim()
}

function asFault(fault: unknown): { code?: unknown; response?: unknown } {
  return typeof fault === 'object' && fault !== null ? fault : {}
}
