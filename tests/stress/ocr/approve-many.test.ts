import type { PlainReceipts } from '@stampus/contract/console/bulk'
import { BULK_LOOK_MS } from '@stampus/contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesk } from '../../support/api/desk.ts'
import { readReceiptFacts, receiptPath } from '../../support/browser/receipts.ts'
import type { TestApp } from '../../support/server/app.ts'
import { full, printFigures } from '../profile.ts'
import { createEnvironment, type Environment } from '../support/environment.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { drawQueue, type Kind, type SubmittedReceipt, submitQueue, type WrongCounts } from './review-queue.ts'

const IN_FULL = { mistyped: 4, 'cash as total': 4, 'other shop': 3, 'duplicate elsewhere': 3, unread: 2, cropped: 3 }
const IN_SHORT = { mistyped: 1, 'cash as total': 1, 'other shop': 1, 'duplicate elsewhere': 1, unread: 1, cropped: 1 }
const profile: { right: number; wrongs: WrongCounts } = full
  ? { right: 21, wrongs: IN_FULL }
  : { right: 6, wrongs: IN_SHORT }
/** Of the correct receipts: 12 of 21. */
const OFFERED_AT_LEAST = 12 / 21

let environment: Environment
let server: TestApp
beforeAll(async () => {
  environment = await createEnvironment('embedded')
  server = await environment.openApp({ MAX_RECEIPT_AGE_DAYS: '36500' })
})
afterAll(async () => {
  await server?.close()
  await environment?.remove()
})

test.skipIf(!receiptPath('truth.json'))(
  'D-45 approving many receipts without looking approves no wrong receipt, and most of the correct ones',
  async () => {
    const random = seededRandom('approve many')
    const slips = drawQueue(readReceiptFacts(40), profile.right, profile.wrongs, random)
    const submitted = await submitQueue(server, slips, random)
    const approved = await approveEverything()
    const ofKind = (among: SubmittedReceipt[]) => Object.groupBy(among, ({ kind }) => kind)
    const passed = ofKind(submitted.filter(({ id }) => approved.has(id)))
    const all = ofKind(submitted)
    const figures = Object.keys(all).map((kind) => [
      kind,
      `${passed[kind as Kind]?.length ?? 0} of ${all[kind as Kind]?.length}`,
    ])
    printFigures('approve many', Object.fromEntries(figures))
    const wrong = submitted.filter(({ id, kind }) => approved.has(id) && kind !== 'right')
    expect(wrong.map(({ kind, truth }) => `${kind}: ${truth.file}`)).toEqual([])
    expect(passed.right?.length).toBeGreaterThanOrEqual(profile.right * OFFERED_AT_LEAST)
  },
)

/** Approves everything that is offered, page by page, as soon as the server allows it; returns the approved ids. */
async function approveEverything(): Promise<Set<number>> {
  const desk = await createDesk(server)
  const approved = new Set<number>()
  for (let after = '', has_more = true; has_more; ) {
    const offered = await desk.call<PlainReceipts>('GET', `/bulk${after}`)
    const ids = offered.data.map(({ id }) => id)
    if (ids.length === 0) break
    server.travel(BULK_LOOK_MS)
    const given = { ids, offer: offered.offer }
    const done = await desk.call<{ approved: number[] }>('POST', '/bulk', given)
    for (const id of done.approved) approved.add(id)
    after = `?after=${ids.at(-1)}`
    has_more = offered.has_more
  }
  return approved
}
