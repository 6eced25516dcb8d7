import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { browserOfEachTest, type Reply, type SentRequest } from '../../../tests/support/browser/browser-globals.ts'

const TODAY = '2026-11-02'
const queries = new QueryClient()
const created: Reply = { status: 201, body: { data: { id: 31 } } }

const browser = browserOfEachTest({ now: Date.parse(`${TODAY}T08:00:00+08:00`) })
afterEach(() => queries.clear())

/** Opens a page of this browser, with this member signed in; null is a guest. Further pages are further tabs. */
async function openTab(member: number | null) {
  browser.reloadAs(member)
  const [drafts, outbox, { useToasts }] = [
    await import('./draft.ts'),
    await import('./outbox.ts'),
    await import('../toasts.ts'),
  ]
  const toasts = () => useToasts.getState().shown.map(({ type, message }) => `${type}: ${message}`)
  return { ...drafts, ...outbox, toasts }
}
type Tab = Awaited<ReturnType<typeof openTab>>

/** Saves a draft that waits to be sent; its key is `key-` and its id. */
async function submitOffline(tab: Tab, id: string, amount = '18.90') {
  const file = new File(['picture'], `${id}.jpg`, { type: 'image/jpeg' })
  await tab.saveDraft({ receipt_image: file, purchase_amount: amount, merchant_id: '4', invoice_number: '0042' }, id)
  tab.saveAttempt(id, { key: `key-${id}`, purchaseDate: TODAY, waits: true })
  vi.setSystemTime(Date.now() + 1000)
}

const uploads = () => browser.requests.filter(({ method, path }) => method === 'POST' && path === '/api/submissions')
const keys = () => uploads().map(({ headers }) => headers['idempotency-key'])
const settle = () => vi.advanceTimersByTimeAsync(0)
const attemptOf = (tab: Tab, id: string) => tab.findDraft(id)?.attempt

/** Answers uploads by their keys, and any other request with 404. */
function answerUploads(answers: Record<string, Reply>, others: Reply = created) {
  browser.state.respond = ({ method, headers }) =>
    method === 'POST' ? (answers[headers['idempotency-key'] ?? ''] ?? others) : { status: 404, body: {} }
}

/** Holds every request until the returned function answers the oldest one. */
function holdUploads() {
  const held: ((reply: Reply) => void)[] = []
  browser.state.respond = () => new Promise((resolve) => held.push(resolve))
  return async (reply: Reply) => {
    held.shift()?.(reply)
    await settle()
  }
}

test('D-95 S-8.05 S-4.13 a waiting receipt is sent with its facts, confirmed, removed and listed again', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  answerUploads({})
  queries.setQueryData([list.access, list.path, {}], { data: [] })
  expect(await tab.sendWaiting(queries)).toBeUndefined()
  const [{ headers, body } = {} as SentRequest] = uploads()
  expect(headers).toMatchObject({ 'idempotency-key': 'key-lunch', authorization: 'Bearer token-7' })
  const { receipt_image, ...facts } = Object.fromEntries(body as FormData)
  expect(facts).toEqual({
    merchant_id: '4',
    purchase_date: TODAY,
    purchase_amount: '18.90',
    invoice_number: '0042',
  })
  expect((receipt_image as File).name).toBe('lunch.jpg')
  expect(tab.readOwnDrafts()).toEqual([])
  expect(tab.toasts()).toEqual([`success: ${texts.submitted}`])
  expect(queries.getQueryState([list.access, list.path, {}])?.isInvalidated).toBe(true)
})

test('D-105 a waiting receipt is sent with plain numbers, while its draft keeps what was typed', async () => {
  const tab = await openTab(7)
  const typed = { purchase_amount: 'RM 1,200', invoice_number: 'INV#00123' }
  await tab.saveDraft({ receipt_image: new File(['picture'], 'lunch.jpg'), merchant_id: '4', ...typed }, 'lunch')
  tab.saveAttempt('lunch', { key: 'key-lunch', purchaseDate: TODAY, waits: true })
  answerUploads({}, { status: 503, body: {} })
  await tab.sendWaiting(queries)
  const [{ body } = {} as SentRequest] = uploads()
  expect(Object.fromEntries(body as FormData)).toMatchObject({ purchase_amount: '1200.00', invoice_number: '00123' })
  expect(tab.findDraft('lunch')).toMatchObject(typed)
})

test('D-95 only drafts that were submitted are sent, the oldest first and one at a time', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'first')
  await submitOffline(tab, 'second')
  await tab.saveDraft({ purchase_amount: '5.00', merchant_id: '4' }, 'unsent')
  const answer = holdUploads()
  const sending = tab.sendWaiting(queries)
  await settle()
  expect(keys()).toEqual(['key-first'])
  await answer(created)
  expect(keys()).toEqual(['key-first', 'key-second'])
  await answer(created)
  await sending
  expect(tab.readOwnDrafts().map(({ id }) => id)).toEqual(['unsent'])
})

test('D-95 an upload shows its progress, and a second attempt while it runs sends nothing', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  const answer = holdUploads()
  const sending = tab.sendWaiting(queries)
  await settle()
  const share = () => tab.useUploads.getState()['key-lunch']?.share
  expect(share()).toBe(0)
  uploads()[0]?.progress(0.4)
  expect(share()).toBe(0.4)
  await tab.sendWaiting(queries)
  expect(keys()).toEqual(['key-lunch'])
  expect(share()).toBe(0.4)
  await answer(created)
  await sending
  expect(share()).toBeUndefined()
})

for (const status of [0, 401, 408, 425, 429, 500, 502, 503, 504])
  test(`D-40 S-8.04 after status ${status} a receipt waits, and is repeated under the same key`, async () => {
    const tab = await openTab(7)
    await submitOffline(tab, 'lunch')
    await submitOffline(tab, 'dinner')
    answerUploads({}, { status, body: { message: 'Later.' } })
    expect(await tab.sendWaiting(queries)).toMatchObject({ status })
    expect(keys()).toEqual(['key-lunch'])
    const later = await openTab(7)
    expect(later.readWaitingDrafts().map(({ id }) => id)).toEqual(['lunch', 'dinner'])
    answerUploads({})
    await later.sendWaiting(queries)
    expect(keys()).toEqual(['key-lunch', 'key-lunch', 'key-dinner'])
    expect(later.readOwnDrafts()).toEqual([])
  })

for (const status of [400, 404, 413, 415, 422])
  test(`S-8.04 status ${status} rejects a receipt for good, with a message, and the next one is sent`, async () => {
    const tab = await openTab(7)
    await submitOffline(tab, 'lunch')
    await submitOffline(tab, 'dinner')
    answerUploads({ 'key-lunch': { status, body: { message: 'The amount is wrong.' } } })
    expect(await tab.sendWaiting(queries)).toBeUndefined()
    expect(keys()).toEqual(['key-lunch', 'key-dinner'])
    expect(attemptOf(tab, 'lunch')).toMatchObject({ waits: false, refusal: { status } })
    expect(tab.toasts()[0]).toMatch(/^error: The amount is wrong\./)
    await tab.sendWaiting(queries)
    expect(keys()).toHaveLength(2)
  })

test('S-8.04 a form that shows a draft shows its upload error itself, without a toast', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  answerUploads({}, { status: 422, body: { message: 'The amount is wrong.' } })
  const unwatch = tab.watchOwnDraft(() => 'lunch')
  await tab.sendWaiting(queries)
  unwatch()
  expect(attemptOf(tab, 'lunch')).toMatchObject({ waits: false, refusal: { status: 422 } })
  expect(tab.toasts()).toEqual([])
})

test('D-40 while the server is busy with the same key, the upload asks again after the seconds it names', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  answerUploads({}, { status: 409, body: { message: 'In progress.' }, retryAfter: 3 })
  const sending = tab.sendWaiting(queries)
  await vi.advanceTimersByTimeAsync(2999)
  expect(keys()).toEqual(['key-lunch'])
  answerUploads({})
  await vi.advanceTimersByTimeAsync(1)
  expect(await sending).toBeUndefined()
  expect(keys()).toEqual(['key-lunch', 'key-lunch'])
  expect(tab.readOwnDrafts()).toEqual([])
})

test('D-40 S-6.03 a conflict without a time to wait keeps a receipt waiting with its key; of a member who may not submit it becomes a draft again', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  answerUploads({}, { status: 409, body: { message: 'In progress.' } })
  expect(await tab.sendWaiting(queries)).toBeUndefined()
  expect(attemptOf(tab, 'lunch')).toEqual({ key: 'key-lunch', purchaseDate: TODAY, waits: true })
  expect(tab.toasts()).toEqual([])
  answerUploads({}, { status: 403, body: { message: 'Suspended.' } })
  await tab.sendWaiting(queries)
  expect(attemptOf(tab, 'lunch')).toMatchObject({ waits: false })
  expect(attemptOf(tab, 'lunch')).not.toHaveProperty('refusal')
})

test('D-95 D-03 another member’s app and a guest’s app never send a waiting receipt', async () => {
  const owner = await openTab(7)
  await submitOffline(owner, 'lunch')
  answerUploads({})
  const asGuest = await openTab(null)
  await asGuest.sendWaiting(queries)
  expect(asGuest.findDraft('lunch')).toBeDefined()
  const other = await openTab(8)
  await other.sendDraft('lunch', queries)
  await other.sendWaiting(queries)
  expect(uploads()).toEqual([])
})

test('D-95 two tabs send a waiting receipt once', async () => {
  const [one, two] = [await openTab(7), await openTab(7)]
  await submitOffline(one, 'lunch')
  const answer = holdUploads()
  const sending = [one.sendWaiting(queries), two.sendWaiting(queries)]
  // The browser grants locks in real time.
  await vi.waitFor(() => expect(keys()).toEqual(['key-lunch']))
  await answer(created)
  await Promise.all(sending)
  await two.sendWaiting(queries)
  expect(keys()).toEqual(['key-lunch'])
  expect(two.readOwnDrafts()).toEqual([])
})

test('D-95 a receipt whose picture the browser has lost is not sent, and the member sees why', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  browser.pictures.clear()
  const later = await openTab(7)
  await later.sendWaiting(queries)
  expect(uploads()).toEqual([])
  expect(attemptOf(later, 'lunch')).toMatchObject({ waits: false, refusal: { status: 422 } })
  expect(later.toasts()).toHaveLength(1)
})

test('D-95 the outbox retries after 30, 60, 120 and then every 300 seconds, and at once when the network returns', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  answerUploads({}, { status: 0 })
  const stop = tab.startOutbox(queries)
  await settle()
  for (const [already, seconds] of [30, 60, 120, 300, 300].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(uploads()).toHaveLength(already + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(uploads()).toHaveLength(already + 2)
  }
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(uploads()).toHaveLength(7)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(uploads()).toHaveLength(8)
  stop()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(uploads()).toHaveLength(8)
})

test('D-95 a receipt is sent although the browser reports no network', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  browser.state.onLine = false
  answerUploads({}, { status: 0 })
  const stop = tab.startOutbox(queries)
  await settle()
  answerUploads({})
  await vi.advanceTimersByTimeAsync(30_000)
  expect(keys()).toEqual(['key-lunch', 'key-lunch'])
  expect(tab.readOwnDrafts()).toEqual([])
  stop()
})

for (const status of [200, 201, 401, 403, 404, 407, 422, 511])
  test(`D-95 a receipt still waits after a captive portal or a proxy answers with a page and status ${status}`, async () => {
    const tab = await openTab(7)
    await submitOffline(tab, 'lunch')
    browser.state.respond = () => ({ status, text: '<!doctype html><title>Campus Wi-Fi</title>' })
    const stop = tab.startOutbox(queries)
    await settle()
    expect(attemptOf(tab, 'lunch')).toEqual({ key: 'key-lunch', purchaseDate: TODAY, waits: true })
    answerUploads({})
    await vi.advanceTimersByTimeAsync(30_000)
    expect(keys()).toEqual(['key-lunch', 'key-lunch'])
    expect(tab.readOwnDrafts()).toEqual([])
    stop()
  })

test('D-95 a receipt is sent although the browser’s locks never answer', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  answerUploads({})
  Object.assign(navigator, { locks: { request: () => new Promise(() => undefined) } })
  void tab.sendWaiting(queries)
  await vi.advanceTimersByTimeAsync(5000)
  expect(keys()).toEqual(['key-lunch'])
  expect(tab.readOwnDrafts()).toEqual([])
})

test('D-03 D-95 where the browser’s database never answers, a draft appears without its picture and keeps what is typed', async () => {
  await submitOffline(await openTab(7), 'lunch')
  const tab = await openTab(7)
  browser.state.hasDatabase = false
  const reading = tab.readDraft({ id: 'lunch', merchantId: undefined, correct: undefined })
  const sending = tab.sendWaiting(queries)
  const saving = tab.saveDraft({ receipt_image: new File(['picture'], 'next.jpg'), purchase_amount: '19.90' }, 'next')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await reading).toMatchObject({ id: 'lunch', purchase_amount: '18.90' })
  expect(await reading).not.toHaveProperty('receipt_image')
  await sending
  // Storing a picture may take 20 seconds.
  await vi.advanceTimersByTimeAsync(15_000)
  await saving
  expect(attemptOf(tab, 'lunch')).toMatchObject({ waits: true })
  expect(tab.findDraft('next')).toMatchObject({ purchase_amount: '19.90' })
  // Deleting the picture that could not be stored waits too.
  await vi.advanceTimersByTimeAsync(20_000)
  browser.state.hasDatabase = true
  answerUploads({})
  await tab.sendWaiting(queries)
  expect(keys()).toEqual(['key-lunch'])
})

test('D-95 the outbox waits as long as the server asks', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  answerUploads({}, { status: 503, body: {}, retryAfter: 7 })
  const stop = tab.startOutbox(queries)
  await vi.advanceTimersByTimeAsync(6999)
  expect(uploads()).toHaveLength(1)
  answerUploads({})
  await vi.advanceTimersByTimeAsync(1)
  expect(uploads()).toHaveLength(2)
  expect(tab.readOwnDrafts()).toEqual([])
  stop()
})

test('D-95 stopping the outbox ends the upload under way, and its receipt still waits', async () => {
  const tab = await openTab(7)
  await submitOffline(tab, 'lunch')
  holdUploads()
  const stop = tab.startOutbox(queries)
  await settle()
  expect(tab.useUploads.getState()['key-lunch']).toBeDefined()
  stop()
  await settle()
  expect(tab.useUploads.getState()['key-lunch']).toBeUndefined()
  expect(tab.readWaitingDrafts().map(({ id }) => id)).toEqual(['lunch'])
})

for (const [state, reply] of Object.entries({
  rejected: { status: 200, body: { data: { status: 'rejected' } } },
  deleted: { status: 404, body: { message: 'Not found.' } },
  pending: { status: 200, body: { data: { status: 'pending' } } },
}))
  test(`D-41 the error about a duplicate is ${state === 'pending' ? 'kept' : 'removed'} when the earlier submission is ${state}`, async () => {
    const tab = await openTab(7)
    await tab.saveDraft({ purchase_amount: '18.90', merchant_id: '4' }, 'duplicate')
    const uploadError = { status: 409, body: { submission_id: 12 } }
    tab.saveAttempt('duplicate', { key: 'k', purchaseDate: TODAY, waits: false, refusal: uploadError })
    browser.state.respond = ({ path }) => (path === '/api/submissions/12' ? reply : { status: 500 })
    const stop = tab.startOutbox(queries)
    await settle()
    stop()
    if (state === 'pending') expect(attemptOf(tab, 'duplicate')).toMatchObject({ refusal: uploadError })
    else expect(attemptOf(tab, 'duplicate')).not.toHaveProperty('refusal')
  })
