import type { Signal } from '@stampus/contract/console/evidence'
import type { ReviewItem } from '@stampus/contract/console/review'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { stubBrowserGlobals } from '../../../../tests/support/browser/browser-globals.ts'
import type { DeskChange } from './deskActions.ts'

type Desk = typeof import('./useReviewDesk.ts')
let desk: Desk

beforeAll(async () => {
  stubBrowserGlobals()
  desk = await import('./useReviewDesk.ts')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const receipt = (id: number) =>
  ({ id, purchase_amount: '5.00', merchant: { id: 1 }, signals: [], picture: null }) as unknown as ReviewItem
const [first, second, third] = [receipt(1), receipt(2), receipt(3)]
const approvalOf = (item: ReviewItem) => ({ item, outcome: 'approved', undoUntil: 0 }) as const

/** The desk after these changes, one after the other. */
function deskAfter(...changes: DeskChange[]) {
  return changes.reduce(desk.applyChange, desk.initialState)
}

test('D-51 what was typed for a decided receipt returns with an undo, and is dropped with the next decision', () => {
  const opened = deskAfter({ item: first })
  const typed = { ...opened, drafts: desk.updateDraft(opened.drafts, first, { note: 'Look at the date' }) }
  const decided = desk.applyChange(typed, { item: second, decided: approvalOf(first) })
  const undone = desk.applyChange(decided, { item: first, decided: null })
  expect(undone.item).toBe(first)
  expect(desk.getDraft(undone.drafts, first).note).toBe('Look at the date')
  const next = desk.applyChange(decided, { item: third, decided: approvalOf(second) })
  expect(desk.getDraft(next.drafts, first).note).toBe('')
})

test('D-51 an error keeps the receipt and the queue of the desk, and the next answer clears it', () => {
  const queue = { waiting: 3, escalated: 0, held: 0, confirming: 0 }
  const failed = deskAfter({ item: first, queue }, { error: 'No connection' })
  expect(failed).toMatchObject({ item: first, queue, error: 'No connection', isOpened: true })
  expect(desk.applyChange(failed, { item: second })).toMatchObject({ item: second, error: undefined })
})

test('D-51 look-alikes that an error names are remembered as seen, those of other receipts too', () => {
  const alike = (id: number) => ({ kind: 'same_number', text: '', submission_id: id }) as unknown as Signal
  const warned = deskAfter({ item: first, error: 'Look first.', unseenLookAlikes: [alike(7)] })
  expect(warned.unseenLookAlikes).toEqual([alike(7)])
  const later = desk.applyChange(warned, { item: first, error: 'Look first.', unseenLookAlikes: [alike(8)] })
  expect(desk.getDraft(later.drafts, first).lookAlikes).toEqual([alike(7), alike(8)])
  expect(desk.getDraft(later.drafts, second).lookAlikes).toEqual([])
  expect(desk.applyChange(later, { item: second }).unseenLookAlikes).toEqual([])
})

test('D-51 a lost connection does not end the waiting for a blocked receipt, opening another one does', () => {
  const blocked = { id: 1, why: 'Open elsewhere.', held: null }
  const waiting = deskAfter({ error: 'Open elsewhere.', blocked })
  expect(desk.applyChange(waiting, { error: 'No connection', failedId: 1 }).blocked).toBe(blocked)
  expect(desk.applyChange(waiting, { error: 'No connection', failedId: 2 }).blocked).toBeUndefined()
  expect(desk.applyChange(waiting, { item: second }).blocked).toBeUndefined()
})

test('D-51 a receipt that reloads slowly does not replace the one that was opened meanwhile', () => {
  const fresh = { ...first, purchase_amount: '6.00' }
  expect(desk.applyReload(deskAfter({ item: first }), 1, { item: fresh }).item).toBe(fresh)
  expect(desk.applyReload(deskAfter({ item: second }), 1, { item: fresh }).item).toBe(second)
  expect(desk.applyReload(deskAfter({ item: second }), 1, { error: 'No connection' }).error).toBeUndefined()
})
