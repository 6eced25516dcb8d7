import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { type CreatedSubmission, createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { updateOutcome } from './reviewed-submissions.store.ts'

const COUNT = 17

const server = serverForTests()
let headers: Record<string, string>
let stranger: Record<string, string>
let made: CreatedSubmission[]

beforeAll(async () => {
  const { deps } = server
  const member = await createMember(deps)
  headers = await createMemberSession(deps, member)
  stranger = await createMemberSession(deps, await createMember(deps))
  const merchantId = (await createMerchant(deps)).id
  made = []
  for (let at = 0; at < COUNT; at += 1) {
    made.push(await createSubmission(deps, { userId: member.id, merchantId }))
    server.travel(1000)
  }
  await settle(made[3], { status: 'approved', stamps: 2, notes: 'Thank you' })
  await settle(made[5], { status: 'rejected', reason: 'Blurred' })
  await createSubmission(deps, { merchantId })
})

async function settle(
  one: CreatedSubmission | undefined,
  given: { status: 'approved' | 'rejected' } & Record<string, unknown>,
) {
  const outcome = { reason: null, notes: null, stamps: 0, at: server.deps.now(), ...given }
  await updateOutcome(server.deps.db.pool, one?.id ?? 0, outcome)
}

async function ask(query: string, as = headers) {
  const answer = await server.app.inject({ url: `/api/submissions${query}`, headers: as })
  return { status: answer.statusCode, body: answer.json() }
}

const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)
const newestFirst = () => made.map(({ id }) => id).reverse()

test('S-7.08 S-9.02 D-34 the list has only the caller’s submissions, newest first, 15 a page, without a total', async () => {
  const { status, body } = await ask('')
  expect(status).toBe(200)
  expect(ids(body)).toEqual(newestFirst().slice(0, 15))
  expect(body.meta).toEqual({ current_page: 1, per_page: 15, has_more: true })
})

test('S-7.08 the second page continues the list, a later one is empty', async () => {
  const second = await ask('?page=2')
  expect(ids(second.body)).toEqual(newestFirst().slice(15))
  expect(second.body.meta).toEqual({ current_page: 2, per_page: 15, has_more: false })
  expect((await ask('?page=3')).body).toEqual({ data: [], meta: { current_page: 3, per_page: 15, has_more: false } })
})

test('S-7.08 limit=2 and sort=desc return the two latest', async () => {
  const { body } = await ask('?limit=2&sort=desc')
  expect(ids(body)).toEqual(newestFirst().slice(0, 2))
  expect(body.meta).toEqual({ current_page: 1, per_page: 2, has_more: true })
  expect(ids((await ask('?limit=2&sort=asc&page=2')).body)).toEqual([made[2]?.id, made[3]?.id])
})

test('S-7.08 S-4.07 status filters the list, and a decided submission shows its decision', async () => {
  const approved = await ask('?status=approved')
  expect(approved.body.data).toMatchObject([
    { id: made[3]?.id, status: 'approved', stamps: 2, admin_notes: 'Thank you', rejection_reason: null },
  ])
  const rejected = await ask('?status=rejected')
  expect(rejected.body.data).toMatchObject([{ id: made[5]?.id, rejection_reason: 'Blurred', stamps: 0 }])
  expect(ids((await ask('?status=pending&page=1')).body)).toHaveLength(15)
  expect(ids((await ask('?status=pending&page=2')).body)).toHaveLength(0)
  expect((await ask('?status=all')).body).toEqual((await ask('')).body)
  expect((await ask('?status=')).body).toEqual((await ask('')).body)
})

test.each(['?status=lost', '?limit=0', '?limit=16', '?limit=x', '?sort=up', '?page=0', '?page=1001', '?page=1&page=2'])(
  'S-7.08 D-34 %s is a 422',
  async (query) => {
    const { status, body } = await ask(query)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toHaveLength(1)
  },
)

test('S-7.10 D-08 only its owner sees a submission; for other members it is a 404', async () => {
  const path = `/${made[0]?.id}`
  const own = await ask(path)
  expect(own.status).toBe(200)
  expect(own.body.data.id).toBe(made[0]?.id)
  expect(await ask(path, stranger)).toEqual({ status: 404, body: { message: texts.notFound, errors: {} } })
  expect((await ask('/999999999')).status).toBe(404)
  expect((await ask('/0')).status).toBe(422)
})

test('D-92 a receipt of a deleted account is not shown', async () => {
  const { deps } = server
  const member = await createMember(deps)
  const { id } = await createSubmission(deps, { userId: member.id })
  const text = `UPDATE submissions SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL
                WHERE id = $1`
  await deps.db.pool.query({ text, values: [id] })
  await deps.db.pool.query({ text: 'UPDATE users SET deleted_at = now() WHERE id = $1', values: [member.id] })
  const as = await createMemberSession(deps, member)
  expect((await ask('', as)).body.data).toEqual([])
  expect((await ask(`/${id}`, as)).status).toBe(404)
})

test('S-6.02 the list and the details need a session', async () => {
  expect((await ask('', {})).status).toBe(401)
  expect((await ask(`/${made[0]?.id}`, {})).status).toBe(401)
})
