import { expect, test, vi } from 'vitest'
import * as accounts from './accounts.ts'
import { buildRequest, ownStatus, sendKeyed } from './client.ts'
import { createStampAdjustment as adjust } from './console/members.ts'
import { takeNext } from './console/review.ts'
import type { Endpoint } from './endpoint.ts'
import * as merchants from './merchants.ts'
import * as submissions from './submissions.ts'

test('S-7.11 a GET sends its input as a query without empty fields', () => {
  const request = buildRequest(merchants.list, { is_active: 1, search: 'kopi & teh', category_id: '' })
  expect(request).toEqual({ method: 'GET', path: '/merchants?is_active=1&search=kopi+%26+teh' })
})

test('S-7.10 S-7.12 a GET sends a path parameter only in the path', () => {
  expect(buildRequest(submissions.show, { id: 9 }).path).toBe('/submissions/9')
  expect(buildRequest(merchants.showBySlug, { slug: 'kopi kita' }).path).toBe('/merchants/slug/kopi%20kita')
})

test('S-7.03 a path parameter of a POST is encoded in the path and stays in the body', () => {
  const link = { id: 7, hash: 'a/b?c', expires: 1, signature: 's' }
  const { path, json } = buildRequest(accounts.verifyEmail, link)
  expect(path).toBe('/email/verify/7/a%2Fb%3Fc')
  expect(JSON.parse(json ?? '')).toEqual(link)
})

test('S-7.09 S-7.16 a call with a file is sent as a form', () => {
  const receipt = new File(['x'], 'slip.jpg', { type: 'image/jpeg' })
  const { form, json } = buildRequest(submissions.create, {
    merchant_id: 3,
    purchase_date: '2026-11-20',
    purchase_amount: '12.50',
    invoice_number: '0042',
    receipt_image: receipt,
  })
  expect(json).toBeUndefined()
  expect(form?.get('merchant_id')).toBe('3')
  expect(form?.get('invoice_number')).toBe('0042')
  expect(form?.get('receipt_image')).toMatchObject({ name: 'slip.jpg' })
})

test('S-4.02 only JSON with our message is an error of our API, and only JSON is an answer', () => {
  const page = undefined
  for (const body of [page, null, 'Log in', {}, { error: 'Log in' }]) expect(ownStatus(401, body)).toBe(0)
  expect(ownStatus(401, { errors: {} })).toBe(0)
  expect(ownStatus(401, { message: 'Unauthenticated.' })).toBe(401)
  for (const status of [403, 404, 407, 409, 422, 429, 511]) expect(ownStatus(status, page)).toBe(0)
  expect(ownStatus(404, { message: 'Not found.' })).toBe(404)
  expect(ownStatus(422, { errors: { email: ['Taken.'] } })).toBe(422)
  for (const status of [500, 502, 503, 504]) expect(ownStatus(status, page)).toBe(status)
  expect([ownStatus(200, page), ownStatus(201, 'ok'), ownStatus(200, { data: [] })]).toEqual([0, 0, 200])
})

test('D-40 the same call has the same key until it is answered or something else was done, and a changed one another', async () => {
  vi.useFakeTimers()
  const requests = { ten: { stamps: 10 }, twenty: { stamps: 20 } }
  const send = async (what: keyof typeof requests, status: number, endpoint: Endpoint = adjust) => {
    let sent = ''
    await sendKeyed(buildRequest(endpoint, { id: 7, ...requests[what] }), async (headers) => {
      sent = headers['Idempotency-Key'] ?? 'none'
      return { status }
    })
    return sent
  }
  const first = await send('ten', 503)
  expect(first).toMatch(/^[\da-f]{32}$/)
  expect([await send('ten', 0), await send('ten', 500), await send('twenty', 409)]).toEqual([
    ...[first, first],
    expect.not.stringMatching(first),
  ])
  expect(await send('ten', 0, takeNext)).toBe('none')
  expect([await send('ten', 422), (await send('ten', 0)) === first]).toEqual([first, false])
  const unclear = await send('ten', 0)
  await send('twenty', 201)
  const next = await send('ten', 0)
  expect(next).not.toBe(unclear)
  vi.advanceTimersByTime(600_000)
  expect(await send('ten', 201)).not.toBe(next)
  vi.useRealTimers()
})
