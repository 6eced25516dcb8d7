import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createOperator } from '../../../../tests/support/api/accounts.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { consolePost, invite, readMailedLink } from '../../../../tests/support/api/operators.ts'
import { parseResetLink } from '../../../../tests/support/api/password-resets.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { operatorsCleanUp } from '../operator-accounts.ts'

const server = serverForTests()

const HOUR = 3_600_000
const PASSWORD = 'Teh-0-kosong'

const createManager = () => createDesk(server, { role: 'manager' })
const sql = async (text: string, values: unknown[] = []) => (await server.deps.db.pool.query({ text, values })).rows
const logged = (id: number) => findAuditEntries(server, 'operator', id)
const signIn = (email: string, password = PASSWORD) => consolePost(server, '/session', { email, password })

test('D-50 a new operator sets a password with a link that works once', async () => {
  const manager = await createManager()
  const { id, email, link, status, invited } = await invite(server, manager)
  expect([status, invited, link]).toMatchObject([201, true, /^http:\/\/stampus\.test\/console\/password\?/])
  expect((await signIn(email)).status).toBe(422)
  const given = parseResetLink(link)
  expect((await consolePost(server, '/password', { ...given, password: 'short' })).errors).toEqual({
    password: [texts.passwordTooShort],
  })
  expect((await consolePost(server, '/password', { ...given, password: 'Password123!' })).errors).toEqual({
    password: [texts.passwordWellKnown],
  })
  const forged = { ...given, id: id + 1, password: PASSWORD }
  expect(await consolePost(server, '/password', forged)).toMatchObject({
    status: 422,
    message: texts.operatorLinkInvalid,
  })
  expect((await consolePost(server, '/password', { ...given, password: PASSWORD })).status).toBe(200)
  expect((await consolePost(server, '/password', { ...given, password: PASSWORD })).message).toBe(
    texts.operatorLinkInvalid,
  )
  expect((await signIn(email)).data).toMatchObject({ id, role: 'reviewer' })
  expect(await logged(id)).toMatchObject([
    {
      action: 'operator.added',
      operator_id: manager.id,
      changes: [
        { field: 'name', before: null, after: 'Siti Aminah' },
        { field: 'role', before: null, after: 'reviewer' },
      ],
    },
    { action: 'operator.password_set', operator_id: id, changes: null },
    { action: 'operator.signed_in' },
  ])
})

test('D-50 an invitation works for 72 hours, and a link to a new password for 60 minutes', async () => {
  const { link, email } = await invite(server, await createManager())
  const given = { ...parseResetLink(link), password: PASSWORD }
  const { deps } = server
  server.travel(72 * HOUR - 60_000)
  for (const part of Object.values(operatorsCleanUp(deps))) await part()
  expect((await consolePost(server, '/password', given)).status).toBe(200)
  expect((await signIn(email)).status).toBe(200)
  const second = await invite(server, await createManager())
  server.travel(72 * HOUR)
  expect((await consolePost(server, '/password', { ...parseResetLink(second.link), password: PASSWORD })).status).toBe(
    422,
  )
  const lost = await createOperator(deps)
  await (await createManager()).call('POST', `/operators/${lost.id}/link`)
  const reset = { ...parseResetLink(await readMailedLink(server)), password: PASSWORD }
  server.travel(HOUR)
  expect((await consolePost(server, '/password', reset)).status).toBe(422)
})

test('D-50 a second link voids the first, and neither works after its time or after a password change', async () => {
  const manager = await createManager()
  const { id, link } = await invite(server, manager)
  expect((await manager.call('POST', `/operators/${id}/link`)).status).toBe(201)
  const second = await readMailedLink(server)
  expect((await consolePost(server, '/password', { ...parseResetLink(link), password: PASSWORD })).status).toBe(422)
  server.travel(72 * HOUR)
  const late = await createManager()
  expect((await consolePost(server, '/password', { ...parseResetLink(second), password: PASSWORD })).status).toBe(422)
  await late.call('POST', `/operators/${id}/link`)
  const third = { ...parseResetLink(await readMailedLink(server)), password: PASSWORD }
  await sql("UPDATE operators SET password_hash = 'another' WHERE id = $1", [id])
  expect((await consolePost(server, '/password', third)).status).toBe(422)
  await sql('UPDATE operators SET password_hash = NULL WHERE id = $1', [id])
  expect((await consolePost(server, '/password', third)).status).toBe(200)
})

test('D-50 bad links from one address are slowed down and not rejected, and a good one works there, once', async () => {
  const { link } = await invite(server, await createManager())
  const bad = { ...parseResetLink(link), id: '999999', password: PASSWORD }
  const statuses = async (count: number, given: object) =>
    (
      await Promise.all(Array.from({ length: count }, () => consolePost(server, '/password', given, '', '10.30.0.1')))
    ).map(({ status }) => status)
  expect(await statuses(61, bad)).toEqual(Array(61).fill(422))
  const answers = await statuses(8, { ...parseResetLink(link), password: PASSWORD })
  const [first, ...others] = answers.sort()
  expect(first).toBe(200)
  expect(others.filter((status) => status !== 422 && status !== 429)).toEqual([])
})

test('D-50 a removal ends sessions and links at once, releases leases, and frees the address', async () => {
  const manager = await createManager()
  const email = 'leaving@office.example'
  const leaving = await createDesk(server, { email })
  const receipt = await createSubmission(server.deps)
  await leaving.renew(receipt.id)
  expect((await manager.call('DELETE', `/operators/${leaving.id}`)).status).toBe(200)
  expect((await leaving.call('GET', '/session')).status).toBe(401)
  expect((await signIn(email, 'Kopi-0-kosong')).message).toBe(texts.operatorCredentials)
  for (const table of ['leases', 'operator_sessions', 'operator_trusted_devices', 'second_factors'])
    expect(await sql(`SELECT FROM ${table} WHERE operator_id = $1`, [leaving.id])).toEqual([])
  expect((await manager.renew(receipt.id)).status).toBe(200)
  for (const call of ['', '/link', '/sessions', '/second-factor'])
    expect((await manager.call(call === '/link' ? 'POST' : 'DELETE', `/operators/${leaving.id}${call}`)).status).toBe(
      404,
    )
  const addedAgain = await invite(server, manager, { email })
  expect(addedAgain.id).toBeGreaterThan(leaving.id)
  await consolePost(server, '/password', { ...parseResetLink(addedAgain.link), password: PASSWORD })
  expect((await signIn(email)).data).toMatchObject({ id: addedAgain.id })
})

test('D-50 a manager can end all sessions; operators can end their other ones, also by a password change', async () => {
  const manager = await createManager()
  const target = await createDesk(server)
  expect((await manager.call('DELETE', `/operators/${target.id}/sessions`)).status).toBe(200)
  expect((await target.call('GET', '/session')).status).toBe(401)
  const { id, email, password } = await createOperator(server.deps)
  const enter = async (word: string) => (await signIn(email, word)).cookie
  const [here, there] = [await enter(password), await enter(password)]
  const change = (given: object) => consolePost(server, '/account/password', { password: PASSWORD, ...given }, here)
  expect((await change({ current_password: 'Wrong-pass-1' })).errors).toHaveProperty('current_password')
  expect((await change({ current_password: password, password: 'Password123!' })).errors).toHaveProperty('password')
  expect((await change({ current_password: password })).status).toBe(200)
  expect([await isIn(there), await isIn(here)]).toEqual([false, true])
  expect((await signIn(email, password)).status).toBe(422)
  const third = await enter(PASSWORD)
  const headers = { 'sec-fetch-site': 'same-origin', cookie: here }
  await server.app.inject({ method: 'DELETE', url: '/api/console/account/sessions', headers })
  expect([await isIn(third), await isIn(here)]).toEqual([false, true])
  expect((await logged(id)).map(({ action }) => action)).toContain('operator.password_changed')
})

async function isIn(cookie: string): Promise<boolean> {
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  return (await server.app.inject({ url: '/api/console/session', headers })).statusCode === 200
}
