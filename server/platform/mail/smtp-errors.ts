import { redact } from '../security/redact.ts'

const PERMANENT = 500
const MUST_SIGN_IN = 530
/** About the mailbox or the message. Not 5.1.7 and 5.1.8 (our sender) nor 5.2.2 (a full mailbox). */
const ABOUT_THIS_MAIL = /^5\.(1\.(?![78]$)|2\.(?!2$)|6\.)/
const TEXT_MAX = 300
const UNKNOWN = 'The mail was not sent: see the log of the server.'

/** A mail that is not tried again. The message is the server's reply and may name the mailbox. */
export class MailRejected extends Error {
  override name = 'MailRejected'
}

/** A MailRejected if this mail was refused for good. Errors of our password, sender or quota go away once fixed. */
export function classifySmtpError(error: unknown): unknown {
  const { responseCode, command, response } = asReply(error)
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA'
  if (!isAboutThisMail || !isPermanent(responseCode ?? 0, response ?? '')) return error
  return new MailRejected(response ?? String(responseCode), { cause: error })
}

/** The enhanced status code counts, if there is one, such as `5.7.1` for a policy. */
function isPermanent(code: number, response: string): boolean {
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return code >= PERMANENT && code !== MUST_SIGN_IN && (!status || ABOUT_THIS_MAIL.test(status))
}

type Reply = { responseCode?: number; command?: string; response?: string; code?: string }

const asReply = (error: unknown): Reply => (error instanceof Error ? (error as Reply) : {})

/** Describes an error in one line, without personal data: a reply of a mail server may name the mailbox. */
export function describeSmtpError(error: unknown): string {
  const reply = replyOf(error)
  if (reply !== undefined) return redactReply(reply)
  const { code } = asReply(error)
  return typeof code === 'string' ? `The mail server was not reached (${code}).` : UNKNOWN
}

export const isServerReply = (error: unknown): boolean => replyOf(error) !== undefined

function replyOf(error: unknown): string | undefined {
  if (error instanceof MailRejected) return error.message
  return asReply(error).response
}

/** Keeps the status, such as `550 5.1.1`, which looks like a number but identifies no person. */
function redactReply(reply: string): string {
  const [status = ''] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?\s*/.exec(reply) ?? []
  return `${status}${redact(reply.slice(status.length), TEXT_MAX)}`.trim()
}
