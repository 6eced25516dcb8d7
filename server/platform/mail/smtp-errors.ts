import { redact } from '../http/redact.ts'

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
export function isServerReply(fault: unknown): boolean {
  return replyIn(fault) !== undefined
}

function replyIn(fault: unknown): string | undefined {
  if (fault instanceof MailRejected) return fault.message
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

const REFUSED_FOR_GOOD = 500
const MUST_SIGN_IN = 530
/** What is wrong with the mailbox or with the message; 5.1.7 and 5.1.8 are about our sender, 5.2.2 is a mailbox that is full. */
const ABOUT_THIS_MAIL = /^5\.(1\.(?![78]$)|2\.(?!2$)|6\.)/

/** The mail server will never take this mail, so nothing is gained by another try. The message is its reply, which may name the mailbox. */
export class MailRejected extends Error {
  override name = 'MailRefused'
}

/**
 * What a try came to, as it is or as a MailRejected. Only a reply about the recipient or the message is for good: one about our
 * password, our sender or what the server allows us speaks of every mail, and ends once somebody has mended the settings.
 */
export function classifySmtpError(fault: unknown): unknown {
  const { responseCode, command, response } = asReply(fault)
  const ofThisMail = command === 'RCPT TO' || command === 'DATA'
  if (!ofThisMail || !isForGood(responseCode ?? 0, response ?? '')) return fault
  return new MailRejected(response ?? String(responseCode), { cause: fault })
}

/** By the finer status where the server says one, such as the `5.7.1` of a policy. */
function isForGood(code: number, response: string): boolean {
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return code >= REFUSED_FOR_GOOD && code !== MUST_SIGN_IN && (!status || ABOUT_THIS_MAIL.test(status))
}

type Reply = { responseCode?: number; command?: string; response?: string }

function asReply(fault: unknown): Reply {
  return fault instanceof Error ? (fault as Reply) : {}
}
