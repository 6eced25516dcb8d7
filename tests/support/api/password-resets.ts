import type { Mail } from '../../../server/platform/mail/mailer.ts'
import type { TestApp } from '../server/app.ts'
import { createOperatorSession } from './accounts.ts'
import { post, type Reply } from './calls.ts'

/** The parts of a link to a new password. */
export type ResetLink = { id: string | number; hash: string; expires: string | number; signature: string }

/** Requests a reset link as the console does. */
export async function requestResetLink(
  server: TestApp,
  operator: { id: number },
  memberId: number,
  from = '127.0.0.1',
): Promise<Reply> {
  const headers = { ...(await createOperatorSession(server.deps, operator)), 'sec-fetch-site': 'same-origin' }
  return post(server, `/console/members/${memberId}/reset-link`, {}, { headers, from })
}

/** The first link of a mail. */
export function findLink(mail: Mail | undefined): string {
  return /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

export function parseResetLink(url: string): ResetLink {
  return Object.fromEntries(new URL(url).searchParams) as ResetLink
}
