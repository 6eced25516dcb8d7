import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null, documentElement: { lang: 'en' } })
const { CallError } = await import('./api.ts')

test.each([
  [429, undefined, 'Too many tries. Please wait a minute.'],
  [429, 60, 'Too many tries. Please wait a minute.'],
  [429, 61, 'Too many tries. Please wait 2 minutes.'],
  [429, 600, 'Too many tries. Please wait 10 minutes.'],
  [0, undefined, 'No connection to the server.'],
  [503, 5, 'The server is busy. Please try again in a moment.'],
  [500, undefined, 'That did not work. Please try again.'],
])('R-4.03 an answer with status %i that asks for %o seconds says "%s"', (status, seconds, message) => {
  expect(new CallError(status, {}, seconds).message).toBe(message)
})
