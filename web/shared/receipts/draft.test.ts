import { expect, test, vi } from 'vitest'
import { browserOfEachTest } from '../../../tests/support/browser/browser-globals.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const START = Date.parse('2026-11-02T08:00:00+08:00')
const anyForm = { id: undefined, merchantId: undefined, correct: undefined }

const browser = browserOfEachTest({ toFake: ['Date'], now: START })

/** Opens a page of this browser, with this member signed in; null is a guest. */
async function openPage(member: number | null) {
  browser.reloadAs(member)
  return import('./draft.ts')
}

const picture = (name = 'receipt.jpg') => new File(['picture'], name, { type: 'image/jpeg' })

async function expectStored(stored: { drafts: number; pictures: number }) {
  await vi.waitFor(() => {
    const drafts = JSON.parse(browser.storage.getItem('drafts') ?? '[]')
    expect({ drafts: drafts.length, pictures: browser.pictures.size }).toEqual(stored)
  })
}

test('D-03 a draft and its picture are restored on the next page', async () => {
  const facts = { purchase_amount: '18.90', merchant_id: '4', invoice_number: '0042', purchase_date: '2026-11-01' }
  await (await openPage(7)).saveDraft({ receipt_image: picture('lunch.jpg'), ...facts })
  const found = await (await openPage(7)).readDraft(anyForm)
  expect(found).toMatchObject(facts)
  expect(found?.receipt_image?.name).toBe('lunch.jpg')
})

test('D-03 a draft that the release before this one stored still opens, with its picture and its attempt', async () => {
  const attempt = { key: 'k', purchaseDate: '2026-11-01', waits: true }
  const facts = { amount: '18.90', merchantId: 4, invoiceNumber: '0042', purchaseDate: '2026-11-01', correct: 31 }
  const stored = { ...facts, typed: ['merchant_id'], id: 'old', owner: 7, savedAt: START, fileId: 'f', attempt }
  browser.storage.setItem('drafts', JSON.stringify([stored]))
  browser.pictures.set('f', picture('lunch.jpg'))
  const { readDraft, readWaitingDrafts } = await openPage(7)
  expect(readWaitingDrafts().map(({ id }) => id)).toEqual(['old'])
  expect(await readDraft({ ...anyForm, correct: 31 })).toEqual({
    id: 'old',
    purchase_amount: '18.90',
    merchant_id: '4',
    invoice_number: '0042',
    purchase_date: '2026-11-01',
    corrects: 31,
    typed: ['merchant_id'],
    receipt_image: expect.any(File),
    attempt,
  })
})

test('D-03 damaged storage does not keep the app from opening', async () => {
  for (const damaged of ['[null]', '{}', '"x"', 'null', '[']) {
    browser.storage.setItem('drafts', damaged)
    expect((await openPage(7)).readOwnDrafts()).toEqual([])
  }
})

test('D-03 a changed draft replaces the one before, and keeps the picture that both use', async () => {
  const { saveDraft, readOwnDrafts, readDraft } = await openPage(7)
  const file = picture()
  await saveDraft({ receipt_image: file, purchase_amount: '1.00' }, 'first')
  await saveDraft({ receipt_image: file, purchase_amount: '18.90' }, 'second', 'first')
  expect(readOwnDrafts()).toMatchObject([{ id: 'second', purchase_amount: '18.90' }])
  await expectStored({ drafts: 1, pictures: 1 })
  await saveDraft({ receipt_image: picture('another.jpg'), purchase_amount: '18.90' }, 'third', 'second')
  await expectStored({ drafts: 1, pictures: 1 })
  expect((await readDraft(anyForm))?.receipt_image?.name).toBe('another.jpg')
})

test('D-03 D-95 a new draft does not replace one that waits for the network', async () => {
  const { saveDraft, saveAttempt, readOwnDrafts, readWaitingDrafts } = await openPage(7)
  await saveDraft({ receipt_image: picture(), purchase_amount: '1.00' }, 'waiting')
  saveAttempt('waiting', { key: 'k', purchaseDate: '2026-11-01', waits: true })
  await saveDraft({ receipt_image: picture(), purchase_amount: '18.90' }, 'next')
  expect(readOwnDrafts().map(({ id }) => id)).toEqual(['waiting', 'next'])
  expect(readWaitingDrafts().map(({ id }) => id)).toEqual(['waiting'])
  await expectStored({ drafts: 2, pictures: 2 })
})

test('D-03 S-8.04 a corrected draft replaces the one that the server has rejected', async () => {
  const { saveDraft, saveAttempt, readOwnDrafts } = await openPage(7)
  await saveDraft({ purchase_amount: '1.00' }, 'rejected')
  saveAttempt('rejected', { key: 'k', purchaseDate: '2026-11-01', waits: false, refusal: { status: 422, body: {} } })
  await saveDraft({ purchase_amount: '18.90' }, 'corrected', 'rejected')
  expect(readOwnDrafts()).toMatchObject([{ id: 'corrected', purchase_amount: '18.90' }])
})

test('D-03 D-41 a new receipt and one that corrects a rejected receipt do not replace each other', async () => {
  const { saveDraft, readOwnDrafts, readDraft } = await openPage(7)
  await saveDraft({ receipt_image: picture(), purchase_amount: '1.00', corrects: 31 }, 'correction')
  await saveDraft({ receipt_image: picture('snap.jpg') }, 'snap')
  await saveDraft({ receipt_image: picture('another.jpg') }, 'another')
  expect(readOwnDrafts().map(({ id }) => id)).toEqual(['correction', 'another'])
  expect((await readDraft({ ...anyForm, correct: 31 }))?.receipt_image?.name).toBe('receipt.jpg')
  await saveDraft({ receipt_image: picture(), purchase_amount: '2.00', corrects: 32 }, 'next correction')
  expect(readOwnDrafts().map(({ id }) => id)).toEqual(['another', 'next correction'])
  await expectStored({ drafts: 2, pictures: 2 })
})

test('D-03 D-96 a page of another merchant opens the draft whose merchant is only what the photo says', async () => {
  const { saveDraft, saveAttempt, readDraft } = await openPage(7)
  await saveDraft({ receipt_image: picture(), merchant_id: '5', filled: { merchant_id: '5' } }, 'guess')
  expect((await readDraft({ ...anyForm, merchantId: 4 }))?.id).toBe('guess')
  saveAttempt('guess', { key: 'k', purchaseDate: '2026-11-01', waits: true })
  expect(await readDraft({ ...anyForm, merchantId: 4 })).toBeUndefined()
  await saveDraft({ receipt_image: picture(), merchant_id: '5', filled: { merchant_id: '6' } }, 'changed')
  expect(await readDraft({ ...anyForm, merchantId: 4 })).toBeUndefined()
})

test('D-03 a form opens the draft that fits it: its id, its merchant, its correction', async () => {
  const { saveDraft, saveAttempt, readDraft } = await openPage(7)
  await saveDraft({ purchase_amount: '1.00', merchant_id: '4' }, 'waiting')
  saveAttempt('waiting', { key: 'k', purchaseDate: '2026-11-01', waits: true })
  await saveDraft({ purchase_amount: '2.00', corrects: 31 }, 'correction')
  saveAttempt('correction', { key: 'l', purchaseDate: '2026-11-01', waits: true })
  await saveDraft({ purchase_amount: '3.00', merchant_id: '5' }, 'plain')
  const opened = async (subject: object) => (await readDraft({ ...anyForm, ...subject }))?.id
  expect(await opened({})).toBe('plain')
  expect(await opened({ id: 'waiting' })).toBe('waiting')
  expect(await opened({ merchantId: 4 })).toBe('waiting')
  expect(await opened({ merchantId: 6 })).toBeUndefined()
  expect(await opened({ correct: 31 })).toBe('correction')
  expect(await opened({ correct: 32 })).toBeUndefined()
})

test('D-03 a picture that could not be read stays with what is typed then, until another is chosen', async () => {
  await (await openPage(7)).saveDraft({ receipt_image: picture('lunch.jpg'), merchant_id: '4' }, 'first')
  const { saveDraft, readDraft, deleteEmptied } = await openPage(7)
  const database = indexedDB
  vi.stubGlobal('indexedDB', undefined)
  expect(await readDraft(anyForm)).toEqual({ id: 'first', merchant_id: '4' })
  vi.stubGlobal('indexedDB', database)
  await saveDraft({ purchase_amount: '1' }, 'second', 'first')
  deleteEmptied('second')
  await saveDraft({ purchase_amount: '18.90' }, 'third')
  await expectStored({ drafts: 1, pictures: 1 })
  const next = await openPage(7)
  const found = await next.readDraft(anyForm)
  expect(found).toMatchObject({ id: 'third', purchase_amount: '18.90' })
  expect(found?.receipt_image?.name).toBe('lunch.jpg')
  await next.saveDraft({ purchase_amount: '18.90' }, 'fourth', 'third')
  await expectStored({ drafts: 1, pictures: 0 })
})

test('D-03 a guest’s draft belongs to the member who logs in, and another member’s login deletes it', async () => {
  await (await openPage(null)).saveDraft({ receipt_image: picture(), purchase_amount: '18.90' })
  expect((await openPage(7)).readOwnDrafts()).toMatchObject([{ purchase_amount: '18.90', owner: 7 }])
  expect((await openPage(8)).readOwnDrafts()).toEqual([])
  await expectStored({ drafts: 0, pictures: 0 })
  expect((await openPage(7)).readOwnDrafts()).toEqual([])
})

test('D-03 a member whose session has expired finds the draft after the next login, a guest never sees it', async () => {
  await (await openPage(7)).saveDraft({ receipt_image: picture(), purchase_amount: '18.90' })
  const asGuest = await openPage(null)
  expect(asGuest.readOwnDrafts()).toEqual([])
  expect(await asGuest.readDraft(anyForm)).toBeUndefined()
  await expectStored({ drafts: 1, pictures: 1 })
  expect((await (await openPage(7)).readDraft(anyForm))?.receipt_image?.name).toBe('receipt.jpg')
})

test.each([
  ['guest', null, null],
  ['member', 7, 7],
  ['member who is signed out', 7, null],
])('D-03 the draft of a %s is kept for 7 days and not a minute longer', async (_who, owner, visitor) => {
  await (await openPage(owner)).saveDraft({ receipt_image: picture(), purchase_amount: '18.90' })
  vi.setSystemTime(START + 7 * DAY_MS - MINUTE_MS)
  await (await openPage(visitor)).deleteOldDrafts()
  await expectStored({ drafts: 1, pictures: 1 })
  expect(await (await openPage(owner)).readDraft(anyForm)).toMatchObject({
    purchase_amount: '18.90',
    receipt_image: expect.any(File),
  })
  vi.setSystemTime(START + 7 * DAY_MS + MINUTE_MS)
  expect(await (await openPage(owner)).readDraft(anyForm)).toBeUndefined()
  await (await openPage(visitor)).deleteOldDrafts()
  await expectStored({ drafts: 0, pictures: 0 })
})

test('D-03 clean-up deletes pictures that no draft names and keeps the others', async () => {
  const { saveDraft, deleteOldDrafts, readDraft } = await openPage(7)
  await saveDraft({ receipt_image: picture('named.jpg') })
  browser.pictures.set('unnamed', picture())
  await deleteOldDrafts()
  await expectStored({ drafts: 1, pictures: 1 })
  expect((await readDraft(anyForm))?.receipt_image?.name).toBe('named.jpg')
})

test('D-03 in a browser with full storage the draft lives in its own tab and stored ones stay', async () => {
  await (await openPage(7)).saveDraft({ purchase_amount: '1.00' }, 'stored')
  const { saveDraft, readDraft } = await openPage(7)
  browser.storage.isFull = true
  await saveDraft({ receipt_image: picture(), purchase_amount: '18.90' }, 'unstored', 'stored')
  expect(await readDraft(anyForm)).toMatchObject({
    id: 'unstored',
    purchase_amount: '18.90',
    receipt_image: expect.any(File),
  })
  browser.storage.isFull = false
  expect((await (await openPage(7)).readDraft(anyForm))?.id).toBe('stored')
})

test('D-03 logging out deletes every draft and picture', async () => {
  const { saveDraft, deleteAllDrafts } = await openPage(7)
  await saveDraft({ receipt_image: picture(), purchase_amount: '18.90' })
  browser.pictures.set('unnamed', picture())
  await deleteAllDrafts()
  await expectStored({ drafts: 0, pictures: 0 })
})
