import { beforeEach, expect, test, vi } from 'vitest'
import { browserOfEachTest } from '../../../tests/support/browser/browser-globals.ts'

const browser = browserOfEachTest()
beforeEach(() => {
  browser.reloadAs(7)
  vi.stubGlobal('location', { pathname: '/merchants/boba-bukit' })
})

const reports = () => browser.requests.map(({ body }) => JSON.parse(String(body)))

async function openPage() {
  const { watchErrors } = await import('./errorWatch.ts')
  const { useConnection } = await import('../api/connection.ts')
  watchErrors()
  const throwError = (error: unknown) => window.dispatchEvent(Object.assign(new Event('error'), { error }))
  const rejectWith = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  return { throwError, rejectWith, setOffline: (isOffline: boolean) => useConnection.setState({ isOffline }) }
}

test('D-93 each uncaught error is reported once, at most five of a page, without personal data and token', async () => {
  const { throwError, rejectWith, setOffline } = await openPage()
  const first = new Error('Broken for aisyah@campus.edu.my with 60123456789 at /deals/1?token=abc')
  throwError(first)
  await vi.waitFor(() => expect(reports()).toHaveLength(1))
  expect(browser.requests[0]).toMatchObject({ method: 'POST', path: '/api/browser-faults' })
  expect(browser.requests[0]?.headers).not.toHaveProperty('authorization')
  expect(reports()[0]).toMatchObject({
    message: 'Error: Broken for [email] with [number] at /deals/:id',
    page: '/merchants/:slug',
  })
  throwError(first)
  rejectWith(new DOMException('Only for now', 'AbortError'))
  setOffline(true)
  throwError('Broken meanwhile')
  setOffline(false)
  for (const count of [2, 3, 4, 5, 6, 7]) rejectWith(`Broken ${count} times`)
  await vi.waitFor(() => expect(reports()).toHaveLength(5))
  expect(reports().map(({ message }) => message)).toEqual([
    expect.stringContaining('[email]'),
    ...[2, 3, 4, 5].map((count) => `Broken ${count} times`),
  ])
})

test('D-93 an error is not reported again after a rejected report', async () => {
  browser.state.respond = () => ({ status: 500, body: {} })
  const { throwError } = await openPage()
  throwError('Broken')
  await vi.waitFor(() => expect(reports()).toHaveLength(1))
  throwError('Broken')
  throwError('Broken at last')
  await vi.waitFor(() => expect(reports().map(({ message }) => message)).toEqual(['Broken', 'Broken at last']))
})
