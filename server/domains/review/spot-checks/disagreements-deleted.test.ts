import { expect, test } from 'vitest'
import { createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })

const createManager = async () => spotChecksAt(await createDesk(server, { role: 'manager' }))
type Manager = Awaited<ReturnType<typeof createManager>>
const find = async (manager: Manager, id: number, state?: 'open' | 'closed') =>
  (await manager.list(state)).data.find((row) => row.id === id)

/** A disagreement about the receipt of a member who can delete their account. */
async function createDisagreementOfMember() {
  const member = await createSignedInMember(server.deps)
  const [decider, checker] = [await createDesk(server), await createDesk(server)]
  const made = await createSubmission(server.deps, { userId: member.id })
  await decider.approve(made.id)
  server.travel(11_000)
  const { id } = (await spotChecksAt(checker).take()).data
  await spotChecksAt(checker).giveVerdict(id, { status: 'rejected', reason_code: 'unreadable' })
  server.travel(11_000)
  return { id, member }
}

async function expectNowhere(words: string) {
  for (const table of ['disagreement_settlements', 'settlement_notes', 'audit_values']) {
    const { rowCount } = await server.deps.db.pool.query({
      text: `SELECT FROM ${table} t WHERE t::text LIKE $1`,
      values: [`%${words}%`],
    })
    expect([table, rowCount]).toEqual([table, 0])
  }
}

test('D-92 D-51 deleting the member’s account erases the settlement’s note and keeps its outcome', async () => {
  const [{ id, member }, manager] = [await createDisagreementOfMember(), await createManager()]
  expect((await manager.settle(id, { note: 'Melur photographed both sides' })).status).toBe(201)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect((await find(manager, id, 'closed'))?.settlement).toMatchObject({ outcome: 'decision_kept', note: '' })
  await expectNowhere('Melur')
})

test('D-92 D-51 a disagreement is no longer open after its member deleted the account, and cannot be settled', async () => {
  const [{ id, member }, manager] = [await createDisagreementOfMember(), await createManager()]
  expect(await find(manager, id)).toMatchObject({ obstacle: null })
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  for (const state of ['open', 'closed'] as const) expect(await find(manager, id, state)).toBeUndefined()
  const message = "The member deleted their account, so this disagreement can't be closed."
  expect(await manager.settle(id, { note: 'Kenanga was here' })).toMatchObject({ status: 409, message })
  await expectNowhere('Kenanga')
})

test('D-92 D-51 settlements and deletions at once leave no note', async () => {
  const manager = await createManager()
  const made: Awaited<ReturnType<typeof createDisagreementOfMember>>[] = []
  for (let at = 0; at < 4; at += 1) made.push(await createDisagreementOfMember())
  const settled = made.map(({ id }) => manager.settle(id, { note: 'Cempaka sent it' }))
  const left = made.map(({ member }) => deleteOwnAccount(server, member))
  expect((await Promise.all(left)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await Promise.all(settled)).filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  await expectNowhere('Cempaka')
})
