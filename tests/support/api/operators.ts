import type { OperatorCard } from '@stampus/contract/console/operators'
import { operatorsMail } from '../../../server/domains/operators/operators.mail.ts'
import type { TestApp } from '../server/app.ts'
import { caughtMail, takeWaitingMail } from './calls.ts'
import type { Answer, aDesk } from './desk.ts'
import { urlIn } from './password-resets.ts'

let houses = 0

export type CardAnswer = Omit<Answer, 'data'> & { data: OperatorCard }

/** Posts to the console as a browser with these cookies does, from an address of its own unless told otherwise. */
export async function consolePost({ app }: TestApp, path: string, payload: object, cookie = '', from?: string) {
  houses += 1
  const remoteAddress = from ?? `10.9.${Math.floor(houses / 200)}.${houses % 200}`
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  const answer = await app.inject({ method: 'POST', url: `/api/console${path}`, payload, headers, remoteAddress })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  return { status: answer.statusCode, ...answer.json(), set: cookies.join('\n'), cookie: pairsOf(cookies) }
}

function pairsOf(cookies: string[]): string {
  return cookies.map((each) => each.split(';')[0]).join('; ')
}

/** Adds an operator as a manager does and answers them with the link that was mailed. */
export async function invite(server: TestApp, manager: Awaited<ReturnType<typeof aDesk>>, given: object = {}) {
  houses += 1
  const account = { name: 'Siti Aminah', email: `siti-${houses}@office.example`, role: 'reviewer', ...given }
  await takeWaitingMail(server)
  const { status, data } = await manager.call<CardAnswer>('POST', '/operators', account)
  return { ...data, status, link: await mailedLink(server) }
}

/** The link in the mail to an operator that waits to be sent. */
export async function mailedLink(server: TestApp): Promise<string> {
  const mails = caughtMail(server)
  const [job] = await takeWaitingMail(server)
  if (job?.kind === 'operator-link') await operatorsMail(server.deps)['operator-link'](job.id)
  return urlIn(mails[0])
}
