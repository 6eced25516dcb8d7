import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aisyah } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectSettled } from '../support/web.ts'

/** A violation of the policy is an error in the console, which fails each journey that causes one. */
test('S-3.04 D-35 D-65 every page has a content security policy, and only the one script that starts the app may be part of it', async ({
  request,
}) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()['content-security-policy'] ?? ''
  for (const path of ['/', '/login', '/app/merchants', '/nowhere', '/console/', '/api/merchants']) {
    const policy = await policyOf(path)
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*/)
  }
  const came = async () => (await request.get('/')).text()
  await expect.poll(came).toContain(' data-rendered="')
  const blocks = [...(await came()).matchAll(/<script(?![^>]* src=)([^>]*)>([\s\S]*?)<\/script>/g)]
  const kinds = blocks.map(([, attributes = '', text]) => (/type="application\/json"/.test(attributes) ? 'data' : text))
  expect(kinds).toEqual(['data', 'data', expect.stringContaining('dataset')])
  // The inline script that starts the app is the same on every page, and no other one may run.
  expect(await policyOf('/login')).toContain(`'sha256-${createHash('sha256').update(`${kinds[2]}`).digest('base64')}'`)
})

test.describe('page errors', () => {
  test.use({ expectedErrors: /Broken|Only for|status of 500 .*browser-faults|net::ERR_INTERNET_DISCONNECTED/ })

  test('D-93 each uncaught error is reported once, without personal data, and none offline or after a rejected report', async ({
    page,
    context,
    server,
  }) => {
    const reports = watchReports(page)
    await page.goto('/merchants/boba-bukit?redirect=/secret')
    await expectSettled(page)
    await failWith(page, `Broken for ${aisyah.email} with 60123456789 at /deals/1?token=abc`)
    await expect.poll(() => reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      message: 'Error: Broken for [email] with [number] at /deals/:id',
      page: '/merchants/:slug',
      stack: expect.not.stringMatching(/aisyah|60123456789|boba-bukit|http:/),
    })
    await expect.poll(server.log).toMatch(/Broken for \[(email|text)\] with \[(number|text)\] at \/deals\/:id/)
    await failWith(page, `Broken for ${aisyah.email} with 60123456789 at /deals/1?token=abc`)
    await page.evaluate(() => void Promise.reject(new DOMException('Only for now', 'AbortError')))
    for (const count of [2, 3, 4, 5, 6, 7]) await failWith(page, `Broken ${count} times`)
    await expect.poll(() => reports.at(-1)?.message).toBe('Error: Broken 5 times')
    expect(reports).toHaveLength(5)

    reports.length = 0
    await page.route('**/browser-faults', (route) => route.fulfill({ status: 500, json: {} }))
    // Everything after the page itself has loaded before the network is cut.
    await page.goto('/')
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeAttached()
    await page.waitForLoadState('networkidle')
    await failWith(page, 'Broken at first')
    await expect.poll(() => reports).toHaveLength(1)
    await context.setOffline(true)
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
    await failWith(page, 'Broken meanwhile')
    await context.setOffline(false)
    // The page asks the server before it believes the browser that the network is back; one error is reported once.
    await expect(async () => {
      await failWith(page, 'Broken at last')
      expect(reports.map(({ message }) => message)).toEqual(['Error: Broken at first', 'Error: Broken at last'])
    }).toPass()
  })
})

type Report = { message: string; stack?: string; page: string }

function watchReports(page: Page): Report[] {
  const reports: Report[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/browser-faults')) {
      expect(request.headers().authorization).toBeUndefined()
      reports.push(request.postDataJSON())
    }
  })
  return reports
}

/** Waits until it was thrown, and reported if it is to be. */
async function failWith(page: Page, message: string) {
  const thrown = page.waitForEvent('pageerror')
  await page.evaluate(
    (words) =>
      setTimeout(() => {
        throw new Error(words)
      }),
    message,
  )
  await thrown
}
