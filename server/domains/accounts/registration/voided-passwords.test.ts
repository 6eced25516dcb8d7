import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { catchMail, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { findLink, parseResetLink } from '../../../../tests/support/api/password-resets.ts'
import {
  isSignedIn,
  openLink,
  registerNewMember,
  sendAndReadLink,
} from '../../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsMail } from '../accounts.mail.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()
let mails: Mail[]

const MINUTES = 60_000
const DAYS = 24 * 60 * MINUTES
const NEW = 'Milo-ais-kaw-3'

beforeAll(async () => {
  mails = catchMail(server)
})

const login = (email: string, password: string) => post(server, '/login', { email, password })

test('D-23 login with a voided password is rejected, asks for a new one and mails a link that works once', async () => {
  const one = await registerNewMember(server)
  const { body } = await openLink(server, await sendAndReadLink(server, one.id))
  await takeWaitingMail(server)
  server.travel(MINUTES + 1000)
  const refused = await login(one.email, one.password)
  expect([refused.status, refused.body.errors, refused.body.token]).toEqual([
    422,
    { email: ['Please choose a new password. We have emailed you a link.'] },
    undefined,
  ])
  expect((await login(one.email, 'Wrong-guess-1')).body.errors).toEqual({ email: [texts.wrongCredentials] })
  const [job] = await takeWaitingMail(server)
  mails.length = 0
  await accountsMail(server.deps)['password-reset'](job?.id ?? 0)
  expect(mails.map(({ to }) => to)).toEqual([one.email])
  const reset = { ...parseResetLink(findLink(mails[0])), password: NEW, password_confirmation: NEW }
  expect((await post(server, '/password/reset', reset)).status).toBe(200)
  expect((await post(server, '/password/reset', reset)).status).toBe(422)
  expect(await isSignedIn(server, body.token ?? '')).toBe(false)
  expect((await login(one.email, NEW)).status).toBe(200)
  expect((await login(one.email, one.password)).body.errors).toEqual({ email: [texts.wrongCredentials] })
})

test('D-23 login with a voided password mails a link at most every 15 minutes, and is deleted after 30 days', async () => {
  const one = await registerNewMember(server)
  await openLink(server, await sendAndReadLink(server, one.id))
  await takeWaitingMail(server)
  const tries = async () => {
    const answers = await Promise.all([1, 2, 3].map(() => login(one.email, one.password)))
    for (const { body } of answers) expect(body.errors).toEqual({ email: [texts.chooseNewPassword] })
    return (await takeWaitingMail(server)).length
  }
  expect(await tries()).toBe(1)
  server.travel(14 * MINUTES)
  expect(await tries()).toBe(0)
  server.travel(2 * MINUTES)
  expect(await tries()).toBe(1)
  server.travel(30 * DAYS)
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
  expect((await login(one.email, one.password)).body.errors).toEqual({ email: [texts.wrongCredentials] })
  const { rows } = await server.deps.db.pool.query({
    text: 'SELECT voided_password_hash FROM users WHERE id = $1',
    values: [one.id],
  })
  expect(rows).toEqual([{ voided_password_hash: null }])
})
