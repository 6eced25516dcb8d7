import { expect, test } from 'vitest'
import { createSignedInMember, giveStamps } from '../../../../tests/support/api/accounts.ts'
import { post } from '../../../../tests/support/api/calls.ts'
import { createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()

const CURRENT = { terms: 1, privacy: 7 }
const consentsOf = async (userId: number) => {
  const text = 'SELECT page, supplement, accepted_at FROM consents WHERE user_id = $1 ORDER BY page, supplement'
  return (await server.sql(text, [userId])).rows
}

test.each([
  ['records which supplements were accepted, and when', { supplements: CURRENT }],
  ['works without supplements, and records none', {}],
])('R-1.05 registration %s', async (title, more) => {
  const password = 'Kopi-0-kosong'
  const email = `consents-${title.length}@campus.edu.my`
  const form = { name: 'Aina', email, password, password_confirmation: password, ...more }
  const { status, body } = await post(server, '/register', form)
  expect(status).toBe(201)
  const accepted_at = server.deps.now()
  const accepted = [
    { page: 'privacy', supplement: 7, accepted_at },
    { page: 'terms', supplement: 1, accepted_at },
  ]
  expect(await consentsOf(body.user?.id ?? 0)).toEqual('supplements' in more ? accepted : [])
})

test('R-1.05 supplements that do not exist cannot be accepted, and none by a guest', async () => {
  const { headers } = await createSignedInMember(server.deps)
  for (const given of [{ terms: 2, privacy: 7 }, { terms: 1, privacy: 0 }, { terms: 1 }, { supplements: true }])
    expect([given, (await post(server, '/consents', given, { headers })).status]).toEqual([given, 422])
  expect((await post(server, '/consents', CURRENT)).status).toBe(401)
})

test('R-1.05 a member who accepted no supplement, or an older one, is asked at the first claim, once', async () => {
  const { deps } = server
  const member = await createSignedInMember(deps)
  await giveStamps(deps, member.id, 10)
  const acceptOld = (id: number) =>
    server.sql("INSERT INTO consents VALUES ($1, 'terms', 1, now()), ($1, 'privacy', 4, now())", [id])
  await acceptOld((await createSignedInMember(deps)).id)
  const { claim } = vouchersOf(server, member)
  const reward = await createReward(deps)
  expect(await claim(reward)).toMatchObject({
    status: 409,
    code: 'supplements',
    message: 'Accept the supplements to the Terms and to the Privacy Policy before you claim a reward.',
  })
  await acceptOld(member.id)
  expect((await claim(reward)).code).toBe('supplements')
  const first = deps.now()
  for (const _ of [1, 2]) {
    expect((await post(server, '/consents', CURRENT, { headers: member.headers })).status).toBe(200)
    server.travel(60_000)
  }
  expect((await consentsOf(member.id)).find(({ supplement }) => supplement === 7)?.accepted_at).toEqual(first)
  for (const _ of [1, 2]) expect((await claim(reward)).status).toBe(201)
})
