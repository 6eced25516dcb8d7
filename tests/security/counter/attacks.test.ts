import { randomUUID } from 'node:crypto'
import type { OwnPhone } from '@stampus/contract/counter/phones'
import { readVoucherCode, writeVoucherCode } from '@stampus/contract/rewards/voucherCodes'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownersMail } from '../../../server/domains/counters/owners/owners.mail.ts'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { catchMail, takeWaitingMail } from '../../support/api/calls.ts'
import { counterCode, voucherCode } from '../../support/api/codes.ts'
import {
  counterOf,
  createSecondPhone,
  keepWorking,
  minuteOf,
  type OpenedVoucher,
  openVoucher,
} from '../../support/api/counter-vouchers.ts'
import { connectCounter, createOwner, createOwnerSession, PIN, type TestOwner } from '../../support/api/counters.ts'
import { createDesk } from '../../support/api/desk.ts'
import { findLink, parseResetLink } from '../../support/api/password-resets.ts'
import type { TestApp } from '../../support/server/app.ts'
import { engines, startAccountsServer } from '../accounts/environment.ts'

const SECOND = 1000
const STEP = 30 * SECOND
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describe.each(engines)('%s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startAccountsServer(engine)
  })
  afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))
  afterAll(() => server?.close())

  const typeCode = ({ member, id }: Pick<OpenedVoucher, 'member' | 'id'>, code: string) =>
    member.call('POST', `/vouchers/${id}/counter-code`, { code })
  const stateOf = async ({ member, id }: OpenedVoucher) => (await member.show(id)).data.state
  const codeAt = ({ phone, number }: OpenedVoucher, ms = 0) =>
    counterCode(phone, number, new Date(server.deps.now().getTime() + ms))
  /** Moves the clock to the middle of a step of 30 seconds, and of a minute. */
  const toMiddle = () => server.travel(MINUTE + STEP / 2 - (server.deps.now().getTime() % MINUTE))

  test('R-3.03 a screenshot of a code is refused a minute later', async () => {
    const voucher = await openVoucher(server)
    const { counter, number, code } = voucher
    const screenshot = code()
    server.travel(MINUTE)
    expect(await counter.check(number, screenshot)).toMatchObject({ status: 422, code: 'wrong_code' })
    expect(await stateOf(voucher)).toBe('ready')
  })

  test('R-4.03 a photographed code that is scanned on two phones is handed over once', async () => {
    const voucher = await openVoucher(server)
    const { id, number, code, phone } = voucher
    const counters = [voucher.counter, counterOf(server, await createSecondPhone(server, phone))]
    const photo = code()
    const scan = async ({ check, handOver }: (typeof counters)[number]) => {
      const checked = await check(number, photo)
      return checked.status === 200 ? (await handOver(id)).status : checked.status
    }
    const answers = await Promise.all(counters.map(scan))
    expect(answers.sort()).toEqual([200, 409])
    for (const each of counters) expect(await scan(each)).toBe(409)
  })

  test('R-4.03 a phone hands over only what it has checked itself, within two minutes, with its cashier still there', async () => {
    const voucher = await openVoucher(server)
    const { id, number, code, phone, counter } = voucher
    const second = await createSecondPhone(server, phone)
    await counter.check(number, code())
    expect(await counterOf(server, second).handOver(id)).toMatchObject({ status: 409, code: 'not_checked' })
    server.travel(2 * MINUTE)
    expect(await counter.handOver(id)).toMatchObject({ status: 409, code: 'not_checked' })
    await counter.check(number, code())
    const owner = connectCounter(server, { headers: await createOwnerSession(server.deps, phone.owner) })
    await owner('DELETE', `/owner/cashiers/${phone.cashier.id}`)
    expect(await counter.handOver(id)).toMatchObject({ status: 403, code: 'pin_needed' })
    expect(await stateOf(voucher)).toBe('ready')
  })

  test('R-4.03 numbers and ids of another shop’s vouchers are of no use', async () => {
    const [voucher, stranger] = [await openVoucher(server), await openVoucher(server)]
    const { id, number, code } = voucher
    const { counter } = stranger
    const noted = minuteOf(server.deps.now())
    const foreign = { status: 422, code: 'elsewhere', message: 'This voucher is for another shop.' }
    expect(await counter.check(number, code())).toMatchObject(foreign)
    expect(await counter.late({ number, code: code(), noted_at: noted })).toMatchObject(foreign)
    for (const answer of [await counter.handOver(id), await counter.takeBack(id)]) expect(answer.status).toBe(404)
    await voucher.counter.check(number, code())
    const key = randomUUID()
    await voucher.counter.handOver(id, key)
    for (const answer of [await counter.handOver(id), await counter.takeBack(id)]) expect(answer.status).toBe(404)
    expect((await counter.handOver(id, key)).status).toBe(409)
    expect([await stateOf(voucher), await counter.today()]).toEqual(['used', []])
    expect((await typeCode(stranger, counterCode(voucher.phone, stranger.number, server.deps.now()))).status).toBe(422)
  })

  test('R-4.05 of a counter whose clock is wrong, codes of one step either side are taken, by the clock of the database', async () => {
    toMiddle()
    const taken: Record<string, number> = {}
    for (const ms of [-90, -60, -46, -45, -30, 0, 30, 44, 45, 60, 90].map((seconds) => seconds * SECOND)) {
      const voucher = await openVoucher(server)
      taken[ms / SECOND] = (await typeCode(voucher, codeAt(voucher, ms))).status
    }
    expect(taken).toEqual({
      '-90': 422,
      '-60': 422,
      '-46': 422,
      '-45': 200,
      '-30': 200,
      '0': 200,
      '30': 200,
      '44': 200,
      '45': 422,
      '60': 422,
      '90': 422,
    })
  })

  test('R-4.02 R-4.05 a stolen phone is worth nothing once it is removed, by the owner or by a manager', async () => {
    const manager = await createDesk(server, { role: 'manager' })
    const removals = [
      (id: number) => manager.call<{ status: number }>('DELETE', `/phones/${id}`),
      async (id: number, owner: TestOwner) =>
        connectCounter(server, { headers: await createOwnerSession(server.deps, owner) })(
          'DELETE',
          `/owner/phones/${id}`,
        ),
    ]
    for (const remove of removals) {
      const voucher = await openVoucher(server)
      const { counter, number, id, code, phone } = voucher
      expect((await counter.check(number, code())).status).toBe(200)
      expect((await remove(phone.id, phone.owner)).status).toBe(200)
      const answers = [
        await counter.handOver(id),
        await counter.takeBack(id),
        await counter.check(number, code()),
        await counter.late({ number, code: code(), noted_at: minuteOf(server.deps.now()) }),
        await counter.call('GET', '/hand-overs'),
        await counter.call('GET', '/phone'),
        await counter.call('POST', '/phone/cashier', { cashier_id: phone.cashier.id, pin: PIN }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401])
      expect((await typeCode(voucher, codeAt(voucher))).status).toBe(422)
      expect(await stateOf(voucher)).toBe('ready')
    }
  })

  test('R-4.07 nobody of a shop uses an own voucher there, in any of the ways', async () => {
    const { pool } = server.deps.db
    const [person, owner] = [await openVoucher(server), await openVoucher(server)]
    await pool.query({
      text: 'INSERT INTO merchant_people (merchant_id, email, email_key) SELECT $1, email, email_key FROM users WHERE id = $2',
      values: [person.phone.merchantId, person.claimant.id],
    })
    await pool.query({
      text: 'UPDATE owners SET email_key = (SELECT email_key FROM users WHERE id = $2) WHERE id = $1',
      values: [owner.phone.owner.id, owner.claimant.id],
    })
    for (const voucher of [person, owner]) {
      const { counter, number, code } = voucher
      const late = { number, code: code(), noted_at: minuteOf(server.deps.now()) }
      const answers = [await counter.check(number, code()), await counter.late(late)]
      expect(answers.map(({ status }) => status)).toEqual([403, 403])
      expect((await counter.handOver(voucher.id)).status).toBe(409)
      expect((await typeCode(voucher, codeAt(voucher))).status).toBe(403)
      expect(await stateOf(voucher)).toBe('ready')
    }
  })

  test('R-4.05 a code of a counter works once, for its voucher only, also at the same moment', async () => {
    const voucher = await openVoucher(server)
    const { phone, counter, claimant } = voucher
    const other = await openVoucher(server, { phone })
    const code = codeAt(voucher)
    expect((await typeCode(other, code)).status).toBe(422)
    const answers = await Promise.all([1, 2, 3].map(() => typeCode(voucher, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await counter.takeBack(voucher.id)
    expect((await typeCode(voucher, code)).status).toBe(422)
    expect(await stateOf(voucher)).toBe('ready')
    expect(claimant.id).not.toBe(other.claimant.id)
    expect((await typeCode({ member: other.member, id: voucher.id }, codeAt(voucher, STEP))).status).toBe(404)
  })

  test('R-4.06 a late entry with a code of another time, of another voucher, too old or in the future is refused', async () => {
    toMiddle()
    const voucher = await openVoucher(server)
    const { counter, number, code, phone } = voucher
    const other = await openVoucher(server, { phone })
    const [noted, shown] = [server.deps.now().getTime(), code()]
    const at = (ms: number) => minuteOf(new Date(noted + ms))
    const wrong = [
      { number, code: shown, noted_at: at(-2 * MINUTE) },
      { number, code: shown, noted_at: at(2 * MINUTE) },
      { number, code: other.code(), noted_at: at(0) },
      { number, code: shown, noted_at: at(-24 * HOUR) },
      { number, code: shown, noted_at: at(25 * HOUR) },
      { number, code: shown, noted_at: 'yesterday' },
    ]
    for (const entry of wrong) expect([entry, (await counter.late(entry)).status]).toEqual([entry, 422])
    server.travel(24 * HOUR + MINUTE)
    await keepWorking(server, phone)
    expect((await counter.late({ number, code: shown, noted_at: at(0) })).status).toBe(422)
    server.travel(-2 * MINUTE)
    const entry = { number, code: shown, noted_at: at(0) }
    const answers = await Promise.all([counter.late(entry), counter.late(entry), counter.late(entry)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const { rows } = await server.deps.db.pool.query({
      text: `SELECT (SELECT count(*)::int FROM voucher_events WHERE voucher_id = $1 AND kind = 'used') AS used,
        (SELECT count(*)::int FROM late_hand_overs WHERE voucher_id = $1) AS waiting`,
      values: [voucher.id],
    })
    expect(rows).toEqual([{ used: 1, waiting: 1 }])
  })

  test('R-4.03 a hostile QR code is not read, and the server refuses its text', async () => {
    const { counter, number, code, claimant } = await openVoucher(server)
    const hostile = [
      'https://evil.example/?next=STAMPUS:12345678:0421',
      'x'.repeat(4096),
      `STAMPUS:${'1'.repeat(4096)}:0421`,
      claimant.email,
      `mailto:${claimant.email}`,
      `STAMPUS:${number}:${code()}\nSTAMPUS:12345678:0421`,
      `STAMPUS:${number}`,
      'STAMPUS:１２３４５６７８:０４２１',
      "STAMPUS:1' OR 1=1:0421",
      `${writeVoucherCode({ number, code: code() })}:1`,
      '\u0000',
    ]
    for (const text of hostile) {
      expect([text, readVoucherCode(text)]).toEqual([text, undefined])
      const [, typed = text] = text.split(':')
      for (const answer of [await counter.check(text, '0421'), await counter.check(typed.slice(0, 7), text)])
        expect(answer.status).toBe(422)
      expect((await counter.check(number, text)).status).toBe(422)
    }
    // None of them was judged as a guess.
    expect((await counter.check(number, code())).status).toBe(200)
  })

  test('R-4.01 the code that enrols a phone works once, for ten minutes, and for one of two phones at once', async () => {
    const owner = await createOwner(server.deps)
    const call = connectCounter(server, { headers: await createOwnerSession(server.deps, owner) })
    const make = async () =>
      (await call<{ token: string }>('POST', `/owner/merchants/${owner.merchantId}/enrolments`, {})).data.token
    const enrol = (token: string) => connectCounter(server)<OwnPhone>('POST', '/phone', { token, name: 'Till' })
    const token = await make()
    expect((await Promise.all([enrol(token), enrol(token)])).map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await enrol(token)).status).toBe(422)
    const old = await make()
    server.travel(10 * MINUTE)
    expect((await enrol(old)).status).toBe(422)
    const [replaced, latest] = [await make(), await make()]
    expect([(await enrol(replaced)).status, (await enrol(latest)).status]).toEqual([422, 201])
  })

  test('R-4.01 a link to a password works once, also when it is used many times at once', async () => {
    const mails = catchMail(server)
    await takeWaitingMail(server)
    const manager = await createDesk(server, { role: 'manager' })
    const { merchantId } = await createOwner(server.deps)
    const form = { name: 'Rosnah', email: `ros-${randomUUID()}@warung.example`, language: 'en' }
    await manager.call('POST', '/owners', { ...form, merchant_ids: [merchantId] })
    const [job] = await takeWaitingMail(server)
    await ownersMail(server.deps)['owner-link'](job?.id ?? 0)
    const link = parseResetLink(findLink(mails[0]))
    const use = (password: string) => connectCounter(server)('POST', '/owner/password', { ...link, password })
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => use(`Teh-${at}-kosong`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
    expect((await use('Teh-9-kosong')).status).toBe(422)
    const { rows } = await server.deps.db.pool.query({
      text: 'SELECT count(*)::int AS sessions FROM owner_sessions s JOIN owners o ON o.id = s.owner_id WHERE o.email = $1',
      values: [form.email],
    })
    expect(rows).toEqual([{ sessions: 1 }])
  })

  test('R-3.03 opening a voucher elsewhere ends the codes of a copied key', async () => {
    const { counter, number, code, member, id } = await openVoucher(server)
    const { data } = await member.call<{ data: { key: string } }>('POST', `/vouchers/${id}/key`, {})
    expect((await counter.check(number, code())).status).toBe(422)
    expect((await counter.check(number, voucherCode(data.key, server.deps.now().getTime()))).status).toBe(200)
  })
})
