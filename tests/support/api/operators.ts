import { randomUUID } from 'node:crypto'
import type { OperatorCard } from '@stampus/contract/console/operators'
import { staffMail } from '../../../server/domains/staff/staff.mail.ts'
import type { TestApp } from '../server/app.ts'
import { catchMail, takeWaitingMail } from './calls.ts'
import { cookiesOf } from './counters.ts'
import type { Answer, createDesk } from './desk.ts'
import { findLink } from './password-resets.ts'
import { nextClientAddress } from './unlocks.ts'

export type CardAnswer = Omit<Answer, 'data'> & { data: OperatorCard }

/** Posts to the console as a browser with these cookies, by default from a new client address. */
export async function consolePost({ app }: TestApp, path: string, payload: object, cookie = '', from?: string) {
  const remoteAddress = from ?? nextClientAddress()
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  const answer = await app.inject({ method: 'POST', url: `/api/console${path}`, payload, headers, remoteAddress })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  return { status: answer.statusCode, ...answer.json(), set: cookies.join('\n'), ...cookiesOf(cookies) }
}

/** Adds an operator as a manager. Returns the operator with the mailed link. */
export async function invite(server: TestApp, manager: Awaited<ReturnType<typeof createDesk>>, given: object = {}) {
  const account = { name: 'Siti Aminah', email: `siti-${randomUUID()}@office.example`, role: 'reviewer', ...given }
  await takeWaitingMail(server)
  const { status, data } = await manager.call<CardAnswer>('POST', '/operators', account)
  return { ...data, status, link: await readMailedLink(server) }
}

/** Sends the next operator mail of the queue and returns its link. */
export async function readMailedLink(server: TestApp): Promise<string> {
  const mails = catchMail(server)
  const [job] = await takeWaitingMail(server)
  if (job?.kind === 'operator-link') await staffMail(server.deps)['operator-link'](job.id)
  return findLink(mails[0])
}
