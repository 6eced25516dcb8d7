import { showPhone } from '@stampus/contract/counter/phones'
import { generalError, setUnexpectedError } from '@stampus/ui/fieldErrors'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError, call, isFinalError } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

test('R-4.03 pages of captive portals and proxies are no answers: they end no session and refuse nothing', async () => {
  for (const status of [200, 401, 403, 404, 422, 511]) {
    vi.stubGlobal('fetch', async () => new Response('<!doctype html>Campus Wi-Fi', { status }))
    const error = await call(showPhone, {}).catch((failed) => failed)
    expect([error.status, isFinalError(error)]).toEqual([0, false])
  }
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Unauthenticated.' }, { status: 401 }))
  await expect(call(showPhone, {})).rejects.toMatchObject({ status: 401 })
})

test('R-4.03 an error that is no failed call shows the text of the app, not its own message', () => {
  setUnexpectedError('Please try again.')
  expect(generalError(new TypeError('data is undefined'))).toBe('Please try again.')
  expect(generalError(undefined)).toBeUndefined()
  const error = new CallError(422, { message: 'The PIN is wrong.', errors: { pin: ['Wrong.'] } })
  expect([generalError(error), generalError(error, ['pin'])]).toEqual(['The PIN is wrong.', undefined])
})
