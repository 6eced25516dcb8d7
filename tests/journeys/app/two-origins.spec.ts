import type { Page } from '@playwright/test'
import { drawPicture, newInvoiceNumber, newPerson } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test as inOneHouse } from '../support/fixtures.ts'
import { expectCachedOffline } from '../support/kept-answers.ts'
import { sendButton } from '../support/receipt-form.ts'
import { startTwoOrigins } from '../support/two-origins.ts'
import { accountMenu, choosePicture, heading, logIn, recordApiCalls, register } from '../support/web.ts'

type Origins = { api: ServerUnderTest; pages: ServerUnderTest; pageUrl: string }

const test = inOneHouse.extend<object, { origins: Origins }>({
  origins: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const origins = await startTwoOrigins()
      await use(origins)
      await origins.remove()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  server: [async ({ origins }, use) => use(origins.api), { scope: 'worker' }],
  baseURL: async ({ origins }, use) => use(origins.pageUrl),
})
test.use({ serviceWorkers: 'allow' })

test.afterEach(async ({ origins, page }, info) => {
  if (info.status === info.expectedStatus) return
  await info.attach('log of the server of the pages', { body: origins.pages.log(), contentType: 'text/plain' })
  const shown = `${page.url()}\n${await page.locator('body').innerText({ timeout: 5000 })}`
  await info.attach('the page', { body: shown, contentType: 'text/plain' })
})

/** The URLs of the pictures with this selector, once all of them are shown. */
async function shownPictures(page: Page, selector: string): Promise<string[]> {
  const pictures = page.locator(selector)
  await expect(pictures.first()).toBeVisible()
  await expect
    .poll(() =>
      pictures.evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.complete && one.naturalWidth > 0)),
    )
    .toBe(true)
  return pictures.evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.currentSrc))
}

test('D-66 with the API on another origin its errors are readable, only it is allowed, and a member registers, logs in and sends a receipt with a picture', async ({
  page,
  origins,
  mailTo,
}) => {
  const answer = await page.goto('/app/deals')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  const api = new URL(origins.api.url).origin
  expect(policy).toContain(`connect-src ${api} 'self';`)
  expect(policy).toContain(`img-src ${api} 'self' data: blob:;`)
  expect(policy.split(api)).toHaveLength(3)
  const covers = await shownPictures(page, 'main img[src*="/media/"]')
  expect(new Set(covers.map((address) => new URL(address).origin))).toEqual(new Set([api]))

  const person = newPerson()
  const calls = recordApiCalls(page)
  await page.goto('/register')
  await register(page, person)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  const { link = '' } = await mailTo(person.email)
  expect(new URL(link).origin).toBe(origins.pageUrl)
  await page.goto(link)
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')

  await page.getByLabel('Email', { exact: true }).fill('nobody@campus.edu.my')
  await page.getByLabel('Password', { exact: true }).fill('Teh-Tarik-2-Gelas')
  const answered = page.waitForResponse(`${origins.api.url}/api/login`)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  expect(await (await answered).headerValue('access-control-allow-origin')).toBe(origins.pageUrl)
  await expect(page.getByText('These credentials do not match our records.')).toBeVisible()
  await logIn(page, person)

  // From here on the service worker answers for the pages.
  await expectCachedOffline(page)
  await page.goto('/merchants/boba-bukit')
  await choosePicture(page, await drawPicture())
  await page.getByLabel('Total amount').fill('15.00')
  await page.getByLabel('Invoice number').fill(newInvoiceNumber())
  await sendButton(page).click()
  await expect(page.getByText('Your receipt has been submitted successfully!')).toBeVisible()
  await page.locator('main a[href^="/app/submissions/"]').first().click()
  await expect(page.getByRole('link', { name: 'Back to History' })).toBeVisible()
  const [receipt = ''] = await shownPictures(page, 'main img[src*="/files/"]')
  expect(new URL(receipt).origin).toBe(new URL(origins.api.url).origin)
  await page.reload()
  await shownPictures(page, 'main img[src*="/files/"]')

  await page.goto('/app/profile?edit')
  await page.getByLabel('Full name').fill('Siti Nurhaliza')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  expect(calls.filter((one) => one.startsWith('POST /api/submissions'))).toHaveLength(1)
})
