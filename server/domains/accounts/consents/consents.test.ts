import { expect, test } from 'vitest'
import { createSignedInMember, giveStamps } from '../../../../tests/support/api/accounts.ts'
import { post } from '../../../../tests/support/api/calls.ts'
import { createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()

const consentsOf = async (userId: number) => {
  const text = 'SELECT page, supplement, accepted_at FROM consents WHERE user_id = $1 ORDER BY page, supplement'
  return (await server.deps.db.pool.query({ text, values: [userId] })).rows
}
const accepted = (at: Date) => [
  { page: 'privacy', supplement: 7, accepted_at: at },
  { page: 'terms', supplement: 1, accepted_at: at },
]

const register = (email: string, more: object) => {
  const password = 'Kopi-0-kosong'
  const form = { name: 'Aina', email, password, password_confirmation: password, ...more }
  return post(server, '/register', form, { from: '10.14.0.1' })
}

test('R-1.05 registration records which supplements were accepted, and when', async () => {
  const { body } = await register('consents-1@campus.edu.my', { supplements: { terms: 1, privacy: 7 } })
  expect(await consentsOf(body.user?.id ?? 0)).toEqual(accepted(server.deps.now()))
})

test('R-1.05 registration works without supplements, and records none', async () => {
  const { status, body } = await register('consents-2@campus.edu.my', {})
  expect(status).toBe(201)
  expect(await consentsOf(body.user?.id ?? 0)).toEqual([])
})

test.each([{ terms: 2, privacy: 7 }, { terms: 1, privacy: 0 }, { terms: 1 }, true])(
  'R-1.05 supplements that do not exist cannot be accepted: %j',
  async (supplements) => {
    const { headers } = await createSignedInMember(server.deps)
    const given = typeof supplements === 'object' ? supplements : { supplements }
    expect((await post(server, '/consents', given, { headers })).status).toBe(422)
  },
)

test('R-1.05 a member who accepted no supplement, or an older one, is asked at the first claim, once', async () => {
  const { deps } = server
  const member = await createSignedInMember(deps)
  await giveStamps(deps, member.id, 10)
  const old = { text: "INSERT INTO consents VALUES ($1, 'terms', 1, now()), ($1, 'privacy', 4, now())" }
  await deps.db.pool.query({ ...old, values: [(await createSignedInMember(deps)).id] })
  const { claim } = vouchersOf(server, member)
  const reward = await createReward(deps)
  const refused = await claim(reward)
  expect(refused).toMatchObject({ status: 409, code: 'supplements' })
  expect(refused.message).toBe(
    'Accept the supplements to the Terms and to the Privacy Policy before you claim a reward.',
  )
  await deps.db.pool.query({ ...old, values: [member.id] })
  expect((await claim(reward)).code).toBe('supplements')
  const { headers } = member
  const first = deps.now()
  expect((await post(server, '/consents', { terms: 1, privacy: 7 }, { headers })).status).toBe(200)
  server.travel(60_000)
  expect((await post(server, '/consents', { terms: 1, privacy: 7 }, { headers })).status).toBe(200)
  expect((await consentsOf(member.id)).find(({ supplement }) => supplement === 7)?.accepted_at).toEqual(first)
  expect((await claim(reward)).status).toBe(201)
  expect((await claim(reward)).status).toBe(201)
})

test('R-1.05 a guest cannot accept', async () => {
  expect((await post(server, '/consents', { terms: 1, privacy: 7 })).status).toBe(401)
})
