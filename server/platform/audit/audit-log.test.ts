import type { auditLog } from '@stampus/contract/console/audit'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { expect, test } from 'vitest'
import { createMember, createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { buildApp } from '../../app.ts'
import { auditSubjects } from '../../audit-subjects.ts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { type AuditEntry, listAuditEntries, recordAudit } from './audit.store.ts'

const server = serverForTests()

type Log = AnswerOf<typeof auditLog> & { status: number }

/** A manager who reads the log and whose actions are in it. */
async function createReader(at = server) {
  const manager = await createDesk(at, { role: 'manager', name: 'Tan Mei' })
  const read = (query = '') => manager.call<Log>('GET', `/audit?operator_id=${manager.id}${query}`)
  const record = (overrides: Partial<AuditEntry>) =>
    recordAudit(at.deps.db.pool, {
      operatorId: manager.id,
      action: 'merchant.changed',
      subjectKind: 'merchant',
      subjectId: 7,
      changedFields: [],
      at: at.deps.now(),
      ...overrides,
    })
  return { ...manager, read, record }
}

const idsOf = ({ data }: Log) => data.map(({ subject_id }) => subject_id)

test('D-55 an entry shows operator, action, subject, time and the values before and after, by name, and only the beginning of a long one', async () => {
  const { id, read, record } = await createReader()
  const [typed, corrected] = [
    await createMerchant(server.deps, { name: '<b>Teh</b>' }),
    await createMerchant(server.deps, { name: 'Warung Dua' }),
  ]
  const member = await createMember(server.deps, { name: 'Zubaidah' })
  const stamps = { field: 'stamps', before: '0', after: '2' }
  const changes = [
    stamps,
    { field: 'merchant_id', before: String(typed.id), after: String(corrected.id) },
    { field: 'member_id', before: null, after: String(member.id) },
    { field: 'content', before: 'x'.repeat(2000), after: 'y'.repeat(2001) },
  ]
  const at = server.deps.now()
  await record({ subjectId: typed.id, changedFields: ['stamps', 'content'], changes, at })
  expect((await read()).data).toEqual([
    {
      id: expect.any(Number),
      operator: { id, name: 'Tan Mei' },
      owner: null,
      action: 'merchant.changed',
      subject_kind: 'merchant',
      subject_id: typed.id,
      subject_name: '<b>Teh</b>',
      subject_gone: false,
      changed_fields: ['stamps', 'content'],
      changes: [
        stamps,
        { field: 'merchant_id', before: '<b>Teh</b>', after: 'Warung Dua' },
        { field: 'member_id', before: null, after: 'Zubaidah' },
        { field: 'content', before: 'x'.repeat(2000), after: `${'y'.repeat(2000)}…` },
      ],
      created_at: at.toISOString(),
    },
  ])
})

test('D-55 every subject in the log has its name, also if it was removed since', async () => {
  const { id, call, read, record } = await createReader()
  const member = await createMember(server.deps, { name: 'Zubaidah' })
  const category = await call<{ data: { id: number } }>('POST', '/categories', { name: 'Zines' })
  const announcement = { title: 'Closed', content: '<p>Closed.</p>', image_key: null, published_at: null }
  const added = await call<{ data: { id: number } }>('POST', '/announcements', announcement)
  await call('DELETE', `/announcements/${added.data.id}`, { version: 1 })
  await record({ subjectKind: 'member', subjectId: member.id })
  await record({ subjectKind: 'picture', subjectId: 1 })
  const named = (await read()).data.map((one) => [one.subject_id, one.subject_name, one.subject_gone])
  expect(named).toEqual([
    [1, null, false],
    [member.id, 'Zubaidah', false],
    [added.data.id, 'Closed', true],
    [added.data.id, 'Closed', true],
    [category.data.id, 'Zines', false],
  ])
  await server.sql('UPDATE staff SET console_removed_at = now() WHERE id = $1', [id])
  const other = await createDesk(server, { role: 'manager' })
  await record({ subjectKind: 'operator', subjectId: id })
  const [entry] = (await other.call<Log>('GET', `/audit?subject_kind=operator&subject_id=${id}`)).data
  expect([entry?.subject_name, entry?.subject_gone]).toEqual(['Tan Mei', true])
})

test('D-55 the log can be filtered by operator, kind of action, subject and campus days', async () => {
  const { read, record } = await createReader()
  // 30 minutes before and after midnight at the campus.
  const [evening, morning] = [new Date('2027-03-04T15:30:00Z'), new Date('2027-03-04T16:30:00Z')]
  await record({ subjectId: 1, at: evening })
  await record({ subjectId: 2, at: morning, action: 'statement.paid', subjectKind: 'statement' })
  await record({ subjectId: 3, at: morning, action: 'statements.exported', subjectKind: 'operator' })
  await record({ subjectId: 4, at: morning, operatorId: null })
  expect(idsOf(await read('&group=statement'))).toEqual([2])
  expect(idsOf(await read('&subject_kind=merchant&subject_id=1'))).toEqual([1])
  expect(idsOf(await read('&from=2027-03-04&to=2027-03-04'))).toEqual([1])
  expect(idsOf(await read('&from=2027-03-05'))).toEqual([3, 2])
  expect(idsOf(await read('&to=2027-03-04'))).toEqual([1])
  await record({ subjectId: 5, at: new Date('2027-03-03T04:00:00Z') })
  expect(idsOf(await read('&from=2027-03-04'))).toEqual([3, 2, 1])
  expect(idsOf(await read())).toEqual([3, 2, 1, 5])
  expect(idsOf(await read('&from=2027-03-06'))).toEqual([])
  expect(idsOf(await read('&to=2020-01-01'))).toEqual([])
  for (const wrong of ['&from=2027-02-30', '&group=a%25', '&subject_id=x', '&subject_id=1', '&before=0'])
    expect((await read(wrong)).status).toBe(422)
})

test('D-55 managers read the log page by page, the newest first; a day has 25 hours when the clocks go back', async () => {
  const config = { ...server.deps.config, TIME_ZONE: 'America/New_York' }
  const app = await buildApp({ ...server.deps, config })
  const { read, record } = await createReader({ ...server, app })
  await record({ subjectId: 31, at: new Date('2026-11-02T05:30:00Z') })
  const at = new Date('2026-11-02T04:30:00Z')
  for (let subjectId = 30; subjectId > 0; subjectId -= 1) await record({ subjectId, at })
  const first = await read('&to=2026-11-01')
  expect(idsOf(first)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
  await record({ subjectId: 32, at })
  const second = await read(`&to=2026-11-01&before=${first.older}`)
  expect([idsOf(second), second.older]).toEqual([[26, 27, 28, 29, 30], null])
  await app.close()
})

test('D-55 D-92 deleting an account blanks the values in entries about it, and in no others', async () => {
  const { read, record } = await createReader()
  const [member, other] = [await createSignedInMember(server.deps), await createSignedInMember(server.deps)]
  const own = await createSubmission(server.deps, { userId: member.id })
  const foreign = await createSubmission(server.deps, { userId: other.id })
  const changes = [{ field: 'name', before: 'Zubaidah', after: 'Zubaidah Ayu' }]
  for (const [subjectKind, subjectId] of [
    ['member', member.id],
    ['submission', own.id],
    ['member', other.id],
    ['submission', foreign.id],
    ['merchant', member.id],
  ] as const)
    await record({ subjectKind, subjectId, changedFields: ['name'], changes })
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const { data } = await read()
  expect(data.map(({ changes: values }) => values !== null)).toEqual([true, true, true, false, false])
})

test('D-55 each entry is stored in the partition of its year, in the last one if there is none for it', async () => {
  const { record, id } = await createReader()
  const times = ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z', '2031-12-31T23:59:59.999Z', '2099-06-01T00:00:00Z']
  for (const at of times) await record({ at: new Date(at) })
  const { rows } = await server.sql(
    `SELECT tableoid::regclass::text AS partition, created_at AS at FROM audit_entries
     WHERE operator_id = $1 AND subject_kind = 'merchant' ORDER BY id`,
    [id],
  )
  const years = ['first', '2027', '2031', 'later'].map((year) => `audit_entries_${year}`)
  expect(rows).toEqual(times.map((at, nth) => ({ partition: years[nth], at: new Date(at) })))
})

test('D-55 a full page of the log is read in the order of an index, without the years before', async () => {
  const { record, id } = await createReader()
  for (let at = 0; at < 3; at += 1) await record({ at: new Date('2028-06-01') })
  const plans = await inTransaction(server.deps.db.pool, async (tx) => {
    // In small tables PostgreSQL prefers to read all rows.
    await tx.query('SET LOCAL enable_seqscan = off')
    const found: string[] = []
    const query = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await tx.query({ text: `EXPLAIN (ANALYZE, COSTS OFF) ${text}`, values })
      found.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return { rows: [], fields: [] }
    }
    for (const filter of [{}, { operator_id: id }, { group: 'merchant' as const }])
      await listAuditEntries({ query } as unknown as Queryable, auditSubjects, { ...filter, timeZone: 'UTC' }, 2)
    return found
  })
  for (const plan of plans) {
    expect(plan).toMatch(/Index Scan using audit_entries_2028\w* on audit_entries_2028/)
    expect(plan).toMatch(/on audit_entries_first \w+ \(never executed\)/)
  }
})
