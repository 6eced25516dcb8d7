import type { ReviewItem } from '@stampus/contract/console/review'
import { afterEach, expect, test, vi } from 'vitest'
import { type Decision, decideAndOpenNext, escalateAndOpenNext, openReceipt, undoLastDecision } from './deskActions.ts'

type Answer = { status?: number; body?: unknown } | 'no connection'

const first = { id: 1, merchant: { name: 'Kedai Kopi' }, confirmation: null, decision: null } as ReviewItem
const second = { ...first, id: 2 } as ReviewItem
const approved = { ...first, decision: { status: 'approved', undo_left_ms: 9000 } } as ReviewItem
const queue = { waiting: 3, escalated: 0, held: 0, confirming: 0 }
const next = { body: { data: second, ahead: [], ...queue } }
const approval: Decision = { status: 'approved', approved_alike: [] }

/** Answers each call by its method and path. Returns the list of calls, which grows as they are made. */
function stubServer(answers: Record<string, Answer>): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const name = `${method} ${path.replace('/api/console', '')}`
    calls.push(name)
    const answer = answers[name]
    if (!answer || answer === 'no connection') throw new TypeError('no connection')
    return Response.json(answer.body ?? { message: '' }, { status: answer.status ?? 200 })
  })
  return calls
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('D-45 D-51 a decision and the next receipt are one call, and it can be undone for as long as the server says', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  const calls = stubServer({ 'POST /submissions/1/decision': { body: { ...next.body, data: approved, next: second } } })
  const change = await decideAndOpenNext(first, approval)
  expect(change).toMatchObject({
    item: second,
    queue,
    decided: { item: approved, outcome: 'approved', undoUntil: 10_000 },
  })
  expect(calls).toHaveLength(1)
})

test('D-51 a decision whose response was lost counts as made if the receipt shows it', async () => {
  const calls = stubServer({
    'POST /submissions/1/decision': 'no connection',
    'GET /submissions/1': { body: { data: approved } },
    'POST /leases': next,
  })
  const change = await decideAndOpenNext(first, approval)
  expect(change).toMatchObject({ item: second, decided: { outcome: 'approved' } })
  expect(calls).toEqual(['POST /submissions/1/decision', 'GET /submissions/1', 'POST /leases'])
})

test('D-51 a conflict keeps the receipt on the desk and shows the look-alikes that the server names', async () => {
  const lookAlike = { kind: 'same_picture', text: 'Same picture as receipt 7', submission_id: 7, picture: null }
  stubServer({
    'POST /submissions/1/decision': { status: 409, body: { message: 'Look first.', look_alikes: [lookAlike] } },
    'GET /submissions/1': { body: { data: first } },
    'PUT /submissions/1/lease': { body: { data: first } },
  })
  const change = await decideAndOpenNext(first, approval)
  expect(change).toEqual({ item: first, error: 'Look first.', unseenLookAlikes: [lookAlike] })
})

test('D-51 when another operator has taken a receipt, the next one opens, with an error that names the taken one', async () => {
  stubServer({
    'POST /submissions/1/decision': { status: 409, body: { message: 'Already taken.' } },
    'GET /submissions/1': { body: { data: first } },
    'PUT /submissions/1/lease': { status: 409 },
    'POST /leases': next,
  })
  const change = await decideAndOpenNext(first, approval)
  expect(change).toMatchObject({ item: second, error: 'Receipt 1 from Kedai Kopi: Already taken.' })
  expect(change.decided).toBeUndefined()
})

test('D-51 an escalation can be undone even if no next receipt can be opened', async () => {
  stubServer({ 'POST /submissions/1/escalation': {}, 'POST /leases': 'no connection' })
  const change = await escalateAndOpenNext(first, 'Too large for me')
  expect(change).toMatchObject({ item: null, decided: { item: first, outcome: 'escalated' } })
  expect(change.error).toBeDefined()
})

test('D-51 a receipt that another operator has open is blocked, and shows who has it', async () => {
  const held = { operator: 'Farah', until: '2026-11-25T10:00:00Z' }
  stubServer({
    'PUT /submissions/1/lease': { status: 409, body: { message: 'Open elsewhere.' } },
    'GET /submissions/1': { body: { data: { ...first, held } } },
  })
  expect(await openReceipt(1)).toMatchObject({ blocked: { id: 1, held }, error: 'Receipt 1: Open elsewhere.' })
})

test('D-51 a receipt that could not be opened for lack of a connection can be opened later', async () => {
  stubServer({})
  expect(await openReceipt(1)).toMatchObject({ failedId: 1 })
})

test('D-45 an undo that the server rejects is not offered again, one that was lost is', async () => {
  const decided = { item: approved, outcome: 'approved', undoUntil: 0 } as const
  stubServer({ 'DELETE /submissions/1/decision': { status: 409 } })
  expect(await undoLastDecision(decided)).toMatchObject({ decided: null })
  stubServer({})
  expect(await undoLastDecision(decided)).not.toHaveProperty('decided')
})

const requested = { ...first, confirmation: { state: 'waiting', mine: true } } as ReviewItem
const requestedByOther = { ...first, confirmation: { state: 'waiting', mine: false } } as ReviewItem
const lostDecision = (now: ReviewItem): Record<string, Answer> => ({
  'POST /submissions/1/decision': 'no connection',
  'GET /submissions/1': { body: { data: now } },
  'PUT /submissions/1/lease': { status: 409 },
  'POST /leases': next,
})

test('D-51 an approval that needs a second operator is shown as sent for confirmation and can be undone for 10 s', async () => {
  stubServer({ 'POST /submissions/1/decision': { body: { ...next.body, data: requested, next: second } } })
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  expect(await decideAndOpenNext(first, approval)).toMatchObject({
    decided: { item: requested, outcome: 'requested', undoUntil: 11_000 },
  })
})

test('D-51 a request for confirmation whose response was lost counts as sent only if this operator made it', async () => {
  stubServer(lostDecision(requested))
  expect(await decideAndOpenNext(first, approval)).toMatchObject({ decided: { outcome: 'requested' } })
  stubServer(lostDecision(requestedByOther))
  expect(await decideAndOpenNext(first, approval)).not.toHaveProperty('decided')
})

test('D-51 a lost decision does not count if another operator has decided, or decided otherwise', async () => {
  const byOther = { ...first, decision: { status: 'approved', undo_left_ms: null } } as ReviewItem
  const otherwise = { ...first, decision: { status: 'rejected', undo_left_ms: 9000 } } as ReviewItem
  for (const now of [byOther, otherwise]) {
    stubServer(lostDecision(now))
    const change = await decideAndOpenNext(first, approval)
    expect(change).toMatchObject({ item: second, error: expect.stringMatching(/^Receipt 1 from Kedai Kopi: /) })
    expect(change).not.toHaveProperty('decided')
  }
})

for (const status of [403, 404])
  test(`D-51 a decision rejected with ${status} makes room for the next receipt without asking again`, async () => {
    const calls = stubServer({
      'POST /submissions/1/decision': { status, body: { message: 'Not yours.' } },
      'POST /leases': next,
    })
    const change = await decideAndOpenNext(first, approval)
    expect(change).toMatchObject({ item: second, error: 'Receipt 1 from Kedai Kopi: Not yours.' })
    expect(calls).toEqual(['POST /submissions/1/decision', 'POST /leases'])
  })

test('D-51 a decision that failed on the server keeps a receipt that is still leased, as it is on the desk', async () => {
  stubServer({
    'POST /submissions/1/decision': { status: 500, body: { message: 'Try again.' } },
    'GET /submissions/1': { body: { data: first } },
    'PUT /submissions/1/lease': { body: { data: first } },
  })
  expect(await decideAndOpenNext(first, approval)).toEqual({ error: 'Try again.' })
})

test('D-51 a decision that gets no reply, or is rejected with 401 or 422, fails, so that the receipt stays on the desk', async () => {
  stubServer({})
  await expect(decideAndOpenNext(first, approval)).rejects.toMatchObject({ status: 0 })
  for (const status of [401, 422]) {
    const calls = stubServer({ 'POST /submissions/1/decision': { status } })
    await expect(decideAndOpenNext(first, approval)).rejects.toMatchObject({ status })
    expect(calls).toHaveLength(1)
  }
})

test('D-51 an escalation that comes too late opens the next receipt, one that gets no reply keeps the receipt', async () => {
  stubServer({
    'POST /submissions/1/escalation': { status: 409, body: { message: 'Too late.' } },
    'POST /leases': next,
  })
  const change = await escalateAndOpenNext(first, 'Too large for me')
  expect(change).toMatchObject({ item: second, error: 'Receipt 1 from Kedai Kopi: Too late.' })
  expect(change).not.toHaveProperty('decided')
  stubServer({})
  await expect(escalateAndOpenNext(first, 'Too large for me')).rejects.toMatchObject({ status: 0 })
})

test('D-45 an undo brings its receipt back to the desk, whether it was decided or escalated', async () => {
  const undone = { body: { ...queue, data: first } }
  const calls = stubServer({ 'DELETE /submissions/1/decision': undone, 'DELETE /submissions/1/escalation': undone })
  for (const outcome of ['rejected', 'requested', 'escalated'] as const)
    expect(await undoLastDecision({ item: approved, outcome, undoUntil: 0 })).toEqual({
      item: first,
      queue,
      decided: null,
    })
  expect(calls).toEqual([
    'DELETE /submissions/1/decision',
    'DELETE /submissions/1/decision',
    'DELETE /submissions/1/escalation',
  ])
})
