import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { post, postForm } from '../../../tests/support/api/calls.ts'
import { minuteOf, openVoucher } from '../../../tests/support/api/counter-vouchers.ts'
import { createOcrResult, runOcrJob } from '../../../tests/support/api/receipt-ocr.ts'
import { createReward, createVoucherDesk } from '../../../tests/support/api/rewards.ts'
import { createRandomPhoto, createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { unzip } from '../../../tests/support/server/zip.ts'

const server = serverForTests()
const people = actorsOf(server)

const OFFERED = 'offered_facts (user_id, file_sha256, fact, value, offered_at)'
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

type Headed = { headers: Record<string, string> }
const requestExport = ({ headers }: Headed) => post(server, '/user/data-export', {}, { headers })
const urlFor = async (member: Headed) => String((await requestExport(member)).body.data?.url)
const download = (url: string) => server.app.inject({ url })
const sql = (text: string, values: unknown[]) => server.sql(text, values)

/** Downloads and unzips the export of a member. */
async function exportOf(member: Headed) {
  const files = await unzip((await download(await urlFor(member))).rawPayload)
  return { files, data: JSON.parse(String(files.get('data.json'))) }
}
const submissionOf = ({ id: userId }: { id: number }, given: Parameters<typeof createSubmission>[1] = {}) =>
  createSubmission(server.deps, { userId, ...given })

test('D-91 R-1.05 a member downloads all stored data about them as one ZIP file', async () => {
  const member = await people.member({ name: 'Aina "Nina" Rahman' })
  const [manager, photo] = [await people.manager(), await createRandomPhoto()]
  const approved = await submissionOf(member, { amountSen: 123_450, photo })
  await runOcrJob(server.deps, approved.id, createOcrResult({ merchant: 'Kopi Kita', totalSen: 2500 }))
  const rejected = await submissionOf(member, { amountSen: 5 })
  const pending = await submissionOf(member)
  await sql('UPDATE submissions SET corrects = $2 WHERE id = $1', [pending.id, rejected.id])
  await manager.reject(approved.id, 'Not readable')
  await manager.undo(approved.id)
  await manager.approve(approved.id, 'Thank you')
  await manager.reject(rejected.id, 'Too dark')
  await member.call('POST', `/submissions/${rejected.id}/appeal`, { message: 'Look\nagain' })
  const avatar = new File([new Uint8Array(photo)], 'me.jpg', { type: 'image/jpeg' })
  const profile = { name: member.name, email: member.email, avatar }
  const { body } = await postForm(server, '/user/profile', profile, member.headers)
  await sql("UPDATE users SET language = 'ms' WHERE id = $1", [member.id])
  for (const [columns, values] of [
    ['email_changes (user_id, old_email, new_email)', ['a@b.my', 'c@b.my']],
    ['password_resets (user_id, operator_id)', [manager.id]],
    ['browser_unlocks (user_id, browser_hash, asked_at)', [Buffer.from('browser'), 'now']],
    ['former_addresses (user_id, email_hash, left_at)', [Buffer.from('address'), 'now']],
    ['own_account_links (user_id, operator_id, linked_at)', [manager.id, 'now']],
    ['trusted_devices (user_id, device_hash)', [Buffer.from('mark')]],
    ['suspensions (user_id, operator_id, reason, created_at, ended_at)', [manager.id, 'Mistake', 'now', 'now']],
    [OFFERED, [Buffer.from('file'), 'merchant', approved.merchantId, 'now']],
    [OFFERED, [Buffer.from('file'), 'purchase_amount', '3100', 'now']],
  ] as [string, unknown[]][])
    await sql(`INSERT INTO ${columns} VALUES ($1, ${values.map((_, at) => `$${at + 2}`)})`, [member.id, ...values])
  const filledIn = "INSERT INTO filled_in_facts (submission_id, fact, value) VALUES ($1, 'purchase_amount', '123450')"
  await sql(filledIn, [approved.id])

  const { files, data } = await exportOf(member)
  const decided = { corrections: [], decided_at: INSTANT, taken_back_at: null, reversal_reason: null, second_looks: [] }
  const pictures = [approved, rejected, pending].map(({ id }) => `receipts/${id}.jpg`)
  expect([...files.keys()]).toEqual(['README.txt', 'data.json', 'avatar.webp', ...pictures])
  expect(String(files.get('README.txt'))).toMatch(
    /^What Stampus keeps about Aina "Nina" Rahman, as of \S+Z\.\n[\s\S]*data\.json[\s\S]*\nLeft out: /,
  )
  expect(files.get(pictures[0] ?? '')?.equals(photo)).toBe(true)
  const shown = await download(String(body.data?.profile_avatar_url))
  expect(files.get('avatar.webp')?.equals(shown.rawPayload)).toBe(true)
  expect(data).toEqual({
    exported_at: INSTANT,
    cases: [],
    profile: {
      name: member.name,
      email: member.email,
      email_verified_at: INSTANT,
      waiting_email: null,
      language: 'ms',
      registered_at: INSTANT,
      picture: 'avatar.webp',
    },
    sessions: [{ signed_in_at: INSTANT, last_used_at: INSTANT }],
    known_browsers: [{ last_used_at: INSTANT }],
    email_changes: [{ from: 'a@b.my', to: 'c@b.my', asked_at: INSTANT }],
    former_addresses: [{ left_at: INSTANT }],
    operator_links: [{ linked_at: INSTANT }],
    password_reset_links: [{ sent_at: INSTANT }],
    unlock_links: [{ asked_at: INSTANT, opened_at: null }],
    consents: [
      { page: 'privacy', supplement: 8, accepted_at: INSTANT },
      { page: 'terms', supplement: 1, accepted_at: INSTANT },
    ],
    suspensions: [{ reason: 'Mistake', began_at: INSTANT, ended_at: INSTANT }],
    deleted_account: null,
    stamp_balance: 50,
    stamp_entries: [
      {
        id: expect.any(Number),
        kind: 'approval',
        stamps: 50,
        submission_id: approved.id,
        voucher_id: null,
        reason: null,
        entered_at: INSTANT,
      },
    ],
    vouchers: [],
    submissions: [
      {
        id: approved.id,
        merchant: 'Kopi Kita',
        purchase_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        invoice_number: approved.invoiceNo,
        status: 'approved',
        stamps: 50,
        rejection_reason: null,
        admin_comments: 'Thank you',
        sent_at: INSTANT,
        decided_at: INSTANT,
        withdrawn_at: null,
        corrects: null,
        filled_in: ['purchase_amount'],
        read_off_picture: {
          ...{ merchant: 'Kopi Kita', total_sen: 2500, date: null, invoice_number: null, words: 'Kopi Kita' },
          second_reading: null,
        },
        decisions: [
          { ...decided, status: 'rejected', reason: 'Not readable', comments: null, taken_back_at: INSTANT },
          { ...decided, status: 'approved', reason: null, comments: 'Thank you' },
        ],
        appeal: null,
        amount: '1234.50',
        currency: 'RM',
        picture: pictures[0],
      },
      expect.objectContaining({
        id: rejected.id,
        status: 'rejected',
        amount: '0.05',
        rejection_reason: 'Too dark',
        decisions: [{ ...decided, status: 'rejected', reason: 'Too dark', comments: null }],
        appeal: { message: 'Look\nagain', sent_at: INSTANT, outcome: null, answer: null, answered_at: null },
      }),
      expect.objectContaining({
        id: pending.id,
        status: 'pending',
        decided_at: null,
        corrects: rejected.id,
        decisions: [],
        picture: pictures[2],
      }),
    ],
    offered_facts: ['Kopi Kita', '3100'].map((value) => ({
      id: expect.any(Number),
      fact: value === '3100' ? 'purchase_amount' : 'merchant',
      value,
      picture_sha256: Buffer.from('file').toString('hex'),
      offered_at: INSTANT,
    })),
  })
})

test('D-91 a file contains no data of other members, leaves out a picture that the store has lost, and is complete for a long history', async () => {
  const [member, other] = [await people.member(), await people.member({ name: 'Somebody Else' })]
  const { invoiceNo } = await submissionOf(other)
  const unused = await exportOf(member)
  expect([...unused.files.keys()]).toEqual(['README.txt', 'data.json'])
  const nothing = { profile: { picture: null }, stamp_balance: 0, stamp_entries: [], submissions: [] }
  expect(unused.data).toMatchObject(nothing)
  const [lost, present] = [await submissionOf(member), await submissionOf(member)]
  const { rows } = await sql('SELECT original_key FROM submissions WHERE id = $1', [lost.id])
  await server.deps.storage.remove(rows[0].original_key)
  await sql(
    `INSERT INTO submissions (user_id, merchant_id, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
       picture_width, picture_height, status)
     SELECT user_id, merchant_id, purchase_date, n, n, n, file_sha256, 1, 1, 'rejected'
     FROM submissions, generate_series(1, 250) n WHERE id = $1`,
    [lost.id],
  )
  const { files, data } = await exportOf(member)
  expect([...files.keys()]).toEqual(['README.txt', 'data.json', `receipts/${present.id}.jpg`])
  const text = String(files.get('data.json'))
  expect(text).toContain(member.email)
  for (const theirs of [other.name, other.email, invoiceNo]) expect(text).not.toContain(`"${theirs}"`)
  expect(data.submissions.map(({ amount }: { amount: string }) => amount)).toEqual([
    ...['25.00', '25.00'],
    ...Array.from({ length: 250 }, (_, at) => ((at + 1) / 100).toFixed(2)),
  ])
})

test('D-91 a member can request 5 addresses an hour and download 10 times an hour, as a file that is neither a page nor cached', async () => {
  const member = await people.member()
  const url = await urlFor(member)
  for (let times = 1; times < 5; times += 1) expect((await requestExport(member)).status).toBe(200)
  const rejection = await requestExport(member)
  expect([rejection.status, rejection.body.message]).toEqual([429, texts.tooManyRequests])
  expect((await requestExport(await people.member())).status).toBe(200)
  expect((await download(url)).headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="stampus-data.zip"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const statuses: number[] = []
  for (let times = 1; times < 11; times += 1) statuses.push((await download(url)).statusCode)
  expect(statuses).toEqual([...Array(9).fill(200), 429])
})

test('D-91 the export has the vouchers with their changes', async () => {
  const manager = await createVoucherDesk(server)
  const member = await people.member({ stamps: 5 })
  const { data: voucher } = await member.claim(await createReward(server.deps, { title: 'Kopi O' }), 'key-of-the-claim')
  await member.open(voucher.id)
  const before = await exportOf(member)
  expect(before.data.vouchers).toMatchObject([{ state: 'ready', opened_at: INSTANT }])
  await manager.voidVoucher(voucher.id, { reason: 'Claimed by mistake.', stamps_back: true })
  const { data } = await exportOf(member)
  expect(data.stamp_entries.slice(-2)).toMatchObject([
    { kind: 'redemption', stamps: -2, voucher_id: voucher.id },
    { kind: 'redemption_return', stamps: 2, voucher_id: voucher.id },
  ])
  const changed = { way: null, noted_at: null, at: INSTANT }
  expect(data.vouchers).toEqual([
    {
      id: voucher.id,
      number: voucher.number,
      title: 'Kopi O',
      conditions: 'One hot cup. Not together with other offers.',
      stamps: 2,
      merchant: 'Kopi Kita',
      claimed_at: INSTANT,
      last_day: voucher.last_day,
      state: 'voided',
      reminded_at: null,
      idempotency_key: 'key-of-the-claim',
      opened_at: null,
      checked_at: null,
      former_devices: [{ opened_at: INSTANT, ended_at: INSTANT }],
      changes: [
        { ...changed, kind: 'claimed', by_operator: false, stamps_back: false, reason: null },
        { ...changed, kind: 'voided', by_operator: true, stamps_back: true, reason: 'Claimed by mistake.' },
      ],
      late_entries: [],
    },
  ])
})

test('D-91 R-4.03 R-4.06 the export says how vouchers were handed over at a counter, but not by whom', async () => {
  const { phone, counter, claimant, id, number, code } = await openVoucher(server)
  const noted = { number, code: code(), noted_at: minuteOf(server.deps.now()) }
  expect((await counter.check(number, noted.code)).status).toBe(200)
  expect((await exportOf(claimant)).data.vouchers).toMatchObject([{ opened_at: INSTANT, checked_at: INSTANT }])
  expect((await counter.handOver(id)).status).toBe(200)
  expect(await counter.late(noted)).toMatchObject({ status: 201, is_waiting: true })
  const { files, data } = await exportOf(claimant)
  const used = { kind: 'used', way: 'counter', noted_at: null, by_operator: false, at: INSTANT }
  const late = { noted_at: noted.noted_at, entered_at: INSTANT, voucher_state: 'used' }
  expect(data.vouchers).toMatchObject([{ changes: [{ kind: 'claimed', way: null }, used] }])
  expect(data.vouchers[0].late_entries).toEqual([late])
  for (const name of [phone.cashier.name, 'Till 1', phone.owner.email])
    expect(String(files.get('data.json'))).not.toContain(name)
})
