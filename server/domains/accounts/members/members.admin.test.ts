import type { MemberDetails, MemberRow } from '@stampus/contract/console/members'
import type { Meta } from '@stampus/contract/fields'
import { texts } from '@stampus/contract/texts'
import { nameKey } from '@stampus/contract/values/names'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
let manager: Awaited<ReturnType<typeof createDesk>>
beforeAll(async () => {
  manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
})
beforeEach(() => takeWaitingMail(server))

type Answer = { status: number; message: string; errors: Record<string, string[]>; data: MemberDetails }
type List = { status: number; data: MemberRow[]; meta: Meta }

const list = (query: Record<string, string>) => manager.call<List>('GET', `/members?${new URLSearchParams(query)}`)
const found = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id)
const show = async (id: number) => (await manager.call<Answer>('GET', `/members/${id}`)).data
const callsOf = ({ call }: typeof manager) => ({
  suspend: (id: number, reason = 'Forged\nreceipts') => call<Answer>('POST', `/members/${id}/suspension`, { reason }),
  reinstate: (id: number) => call<Answer>('DELETE', `/members/${id}/suspension`),
  verify: (id: number) => call<Answer>('POST', `/members/${id}/verification`, {}),
  reset: (id: number) => call<Answer>('POST', `/members/${id}/reset-link`, {}),
})
const suspend = (id: number, reason?: string) => callsOf(manager).suspend(id, reason)
const reinstate = (id: number) => callsOf(manager).reinstate(id)
const sendLink = (id: number) => callsOf(manager).verify(id)
const actionsOn = (id: number) => findAuditEntries(server, 'member', id)

test('D-53 managers find members by name, address, id and state, the newest first', async () => {
  const { deps } = server
  const first = await createMember(deps, { name: 'Qistina 50%_off' })
  const second = await createMember(deps, { name: 'qistina Yusof', verified: false })
  const third = await createMember(deps, { name: 'Qistina Suspended', suspended: true })
  for (const [query, ids] of [
    [{ search: 'QISTINA' }, [third.id, second.id, first.id]],
    [{ search: '50%_' }, [first.id]],
    [{ search: second.email.slice(3, 30).toUpperCase() }, [second.id]],
    [{ search: 'qistina', state: 'verified' }, [third.id, first.id]],
    [{ search: 'qistina', state: 'unverified' }, [second.id]],
    [{ search: 'qistina', state: 'suspended' }, [third.id]],
  ] as const)
    expect([query, await found(query)]).toEqual([query, ids])
  const search = String(first.id)
  for (const query of [{ search }, { search, state: 'verified' }]) expect(await found(query)).toContain(first.id)
  expect(await found({ search, state: 'unverified' })).not.toContain(first.id)
  const { id, name, email } = first
  const row = { id, name, email, created_at: expect.any(String), verified: true, suspended: false }
  expect((await list({ search: '50%_' })).data).toEqual([row])
})

test('D-53 D-20 each registration of an address is listed and its link can be mailed; a replaced one is not listed', async () => {
  const given = { email: 'listed-twice@campus.edu.my', verified: false }
  const [first, second] = [await createMember(server.deps, given), await createMember(server.deps, given)]
  expect(await found({ search: given.email, state: 'unverified' })).toEqual([second.id, first.id])
  expect((await sendLink(first.id)).status).toBe(201)
  expect(await takeWaitingMail(server)).toMatchObject([{ kind: 'verification', id: first.id }])
  await server.sql('UPDATE users SET retired_at = now() WHERE id = $1', [first.id])
  expect(await found({ search: given.email })).toEqual([second.id])
  expect(await found({ search: String(first.id) })).not.toContain(first.id)
  expect((await sendLink(first.id)).status).toBe(404)
})

test('D-53 D-34 members come in pages of 25', async () => {
  for (let count = 0; count < 26; count += 1) await createMember(server.deps, { name: `Paged ${count}` })
  const pages = [await list({ search: 'paged' }), await list({ search: 'paged', page: '2' })]
  expect(pages.map(({ data, meta }) => [data.length, meta.has_more])).toEqual([
    [25, true],
    [1, false],
  ])
})

test('D-53 D-92 a deleted member is found only by id, and shown without an address', async () => {
  const { id } = await createMember(server.deps)
  const gone = "name = 'Deleted member', email = 'deleted-' || id, deleted_at = now()"
  await server.sql(`UPDATE users SET ${gone} WHERE id = $1`, [id])
  expect(await found({ search: 'Deleted member' })).toEqual([])
  expect((await list({ search: String(id) })).data[0]).toMatchObject({ id, name: 'Deleted member', email: null })
  expect(await show(id)).toMatchObject({ id, email: null, deleted_at: expect.any(String) })
  for (const act of [suspend, reinstate, sendLink]) expect((await act(id)).status).toBe(404)
})

test('D-53 S-4.03 S-6.03 a member suspended by several managers at once loses access at once, and their sessions never work again', async () => {
  const { id, email, password, headers } = await createSignedInMember(server.deps)
  const signIn = () => post(server, '/login', { email, password })
  const wallet = () => get(server, '/wallet', headers)
  const statuses = async (acts: Promise<Answer>[]) => (await Promise.all(acts)).map(({ status }) => status).sort()
  expect(await statuses([suspend(id), suspend(id), suspend(id)])).toEqual([201, 409, 409])
  for (const call of [wallet, signIn])
    expect(await call()).toMatchObject({ status: 403, body: { message: texts.suspended } })
  expect(await suspend(id)).toMatchObject({ status: 409, message: texts.suspendedAlready })
  const suspension = {
    id: expect.any(Number),
    reason: 'Forged\nreceipts',
    operator: 'Tan Mei Fong',
    created_at: expect.any(String),
    ended_at: null,
    ended_by: null,
  }
  expect(await show(id)).toMatchObject({ suspended: true, suspensions: [suspension] })
  expect(await statuses([reinstate(id), reinstate(id)])).toEqual([200, 409])
  const ended = { ...suspension, ended_at: expect.any(String), ended_by: 'Tan Mei Fong' }
  expect(await show(id)).toMatchObject({ suspended: false, suspensions: [ended] })
  expect([(await wallet()).status, (await signIn()).status]).toEqual([401, 200])
  expect(await reinstate(id)).toMatchObject({ status: 409, message: texts.notSuspended })
  const change = (before: string | null, after: string | null) => [{ field: 'suspension', before, after }]
  const operator_id = manager.id
  expect(await actionsOn(id)).toEqual([
    { operator_id, action: 'member.suspended', changes: change(null, 'Forged\nreceipts') },
    { operator_id, action: 'member.reinstated', changes: change('Forged\nreceipts', null) },
  ])
})

test('D-53 a suspension voids a link to a new password, and needs a reason', async () => {
  const { id } = await createMember(server.deps)
  await callsOf(manager).reset(id)
  expect((await show(id)).reset_sent_at).toEqual(expect.any(String))
  expect((await suspend(id, ' ')).errors).toEqual({ reason: [texts.reasonRequired] })
  await suspend(id)
  expect((await show(id)).reset_sent_at).toBeNull()
})

test('D-53 D-24 a verification link is resent within the member’s own limits, and only to an unverified address', async () => {
  const { id } = await createMember(server.deps, { verified: false })
  expect(await sendLink(id)).toMatchObject({ status: 201, message: texts.verificationLinkSent })
  expect(await takeWaitingMail(server)).toMatchObject([{ kind: 'verification', id }])
  expect((await sendLink(id)).status).toBe(429)
  server.travel(61_000)
  expect((await sendLink(id)).status).toBe(201)
  const verified = await createMember(server.deps)
  expect(await sendLink(verified.id)).toMatchObject({ status: 409, message: texts.alreadyVerified })
  const suspended = await createMember(server.deps, { verified: false, suspended: true })
  expect((await sendLink(suspended.id)).status).toBe(404)
  expect((await actionsOn(id)).map(({ action }) => action)).toEqual(Array(2).fill('member.verification_sent'))
})

test('D-50 a manager cannot act on a member account of their own', async () => {
  const [signed, tied] = [await createMember(server.deps), await createMember(server.deps, { suspended: true })]
  const own = await createDesk(server, { role: 'manager', email: signed.email })
  const tie = 'INSERT INTO operator_addresses (operator_id, email, email_key) SELECT $1, email, email_key FROM users'
  await server.sql(`${tie} WHERE id = $2`, [own.id, tied.id])
  for (const { id } of [signed, tied]) {
    for (const act of Object.values(callsOf(own)))
      expect(await act(id)).toMatchObject({ status: 403, message: texts.ownAccount })
    expect(await actionsOn(id)).toEqual([])
  }
})

test('D-52 D-53 a name is found in the lists of members and receipts by what people type', async () => {
  for (const [name, searches] of [
    ['Nur’ain binti Sa’adah', ['nurain', "NUR'AIN", 'Nurʼain Binti', 'sa`adah', 'Sa´adah', 'nur\u200bain']],
    ['Élodie Çelik', ['elodie', 'E\u0301lodie C\u0327elik', 'élodie\u00a0celik']],
    ['Jürgen Straße-Weiß', ['strasse', 'STRASSE WEISS', 'straße‑weiß', 'Jurgen']],
    ['Ｂａｎｕ　Ｂｉｎｔｉ', ['banu binti', 'Ｂanu']],
    ['Işıl IRMAK İnce', ['isil irmak', 'ince', 'ışıl']],
    ['Søren Łukasz Æsir Œuvré Ðorđe', ['soren lukasz', 'aesir oeuvre', 'Dorde']],
    ['ﬁona Oﬃcer', ['fiona officer']],
    ['Siti-Aminah  Abdul\u00adlah', ['siti aminah abdullah', 'SITI‐AMINAH']],
    ['ΟΔΥΣΣΕΎΣ', ['οδυσσευς']],
    ['محمد حكيم', ['محمد']],
    ['陈美凤', ['美凤']],
  ] as const) {
    const { id } = await createMember(server.deps, { name })
    for (const search of searches) expect([search, await found({ search })]).toEqual([search, [id]])
  }
  const member = await createMember(server.deps, { name: 'José Nu\u0301n\u0303ez' })
  const { id } = await createSubmission(server.deps, { userId: member.id })
  const receipts = await manager.call<{ data: { id: number }[] }>('GET', '/submissions?person=jose%20nunez')
  expect(receipts.data.map((receipt) => receipt.id)).toEqual([id])
})

test('D-53 an address is found as it is written, also pasted with invisible marks, and an apostrophe alone finds only addresses', async () => {
  const { id } = await createMember(server.deps, { email: "nur'ain_x-1@campus.edu.my" })
  for (const search of ["NUR'AIN_X-1@", "\u202anur\u2060'ain_x-1＠campus.edu.my\u202c", "'"])
    expect(await found({ search })).toEqual([id])
  expect(await found({ search: `\u200b${String(id)}` })).toContain(id)
})

test('D-52 the database and the code have one form of a name', async () => {
  const letters = Array.from({ length: 0xffff }, (_, at) => at + 1).filter((code) => code < 0xd800 || code > 0xdfff)
  const names = letters.map((code) => `a${String.fromCodePoint(code)} b${String.fromCodePoint(code)}\u0301`)
  const { rows } = await server.sql('SELECT name, name_key_of(name) AS key FROM unnest($1::text[]) AS given (name)', [
    names,
  ])
  const different = rows.filter(({ name, key }) => nameKey(name) !== key).map(({ name }) => name.charCodeAt(1))
  expect(rows).toHaveLength(names.length)
  // Letters that are newer than this list on one of the two sides. None of them is in a living alphabet.
  expect(different.filter((code) => code < 0xa7c0)).toEqual([])
})
