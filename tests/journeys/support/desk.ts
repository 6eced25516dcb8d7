import { expect, type Page } from '@playwright/test'
import { signIn } from '@stampus/contract/console/operators'
import { dayIn } from '@stampus/contract/values/days'
import { type Member, newInvoiceNumber, type Person, submitReceipt } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'

/** Opens the console, of another server where `url` is given, as an operator. */
export async function openConsoleAs(page: Page, operator: Person, url = '') {
  await startSession(page, operator, url)
  await page.goto(`${url}/console/`)
  await expect(page.getByRole('heading', { name: 'Review desk' })).toBeVisible()
}

/** Gives a browser a session of an operator: only journeys about signing in type a password. */
async function startSession({ request }: Page, { email, password }: Person, url = '') {
  // As a browser says of its own page.
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const answer = await request.post(`${url}/api${signIn.path}`, { data: { email, password }, headers })
  if (!answer.ok()) throw new Error(`${email} cannot sign in at the console: ${answer.status()}`)
}

/** Opens the desk as an operator and waits for the receipt on it. */
export async function openDesk(page: Page, operator: Person) {
  await openConsoleAs(page, operator)
  await expect(onDesk(page)).toBeVisible()
}

/** The receipt on the desk. */
export const onDesk = (page: Page) => page.getByRole('region', { name: /^Receipt \d+ from / })

/** The picture of that receipt. */
export const deskPicture = (page: Page) => page.getByRole('img', { name: /^Receipt \d+ from / })

/** The latest decision. */
export const lastDecision = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^(Approved|Rejected|Sent for confirmation) / })

/** Opens a pending receipt by its URL, as an operator who signs in first if one is given, and waits for its picture. */
export async function openAtDesk(page: Page, id: number, operator?: Person) {
  if (operator) await startSession(page, operator)
  await page.goto(`/console/review/${id}`)
  await expect(page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
}

/** Approves the receipt on the desk with its key, once its picture is shown. */
export async function approve(page: Page) {
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('a')
}

/** Presses a key that loads the next receipt once the picture is shown, and waits until the next receipt is there. */
export async function pressAndWaitForNext(page: Page, key: string) {
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  const before = (await onDesk(page).getAttribute('aria-label')) ?? ''
  await page.keyboard.press(key)
  await expect(page.getByRole('region', { name: before, exact: true })).toBeHidden()
  await expect(onDesk(page)).toBeVisible()
}

/** Submits a receipt of today; returns its id. Its picture is unique unless another invoice number is given. */
export async function submitTodaysReceipt(server: ServerUnderTest, member: Member, picture?: string): Promise<number> {
  const [invoice, date] = [newInvoiceNumber(), dayIn('Asia/Kuala_Lumpur', new Date())]
  return (await submitReceipt(server, member, { invoice, date, picture: picture ?? invoice })).id
}

/** Opens a page of the console, of another server where `url` is given, as an operator. */
export async function openConsole(page: Page, path: string, operator: Person, url = '') {
  await startSession(page, operator, url)
  await page.goto(`${url}/console${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Moves to another page of the console without loading the console again, as a link in it does. */
export async function moveTo(page: Page, path: string) {
  await page.evaluate(navigateTo, `/console${path}`)
  await expect(titleOf(page)).toBeVisible()
}

/** The title of the page that `navigateTo` leads to. */
export const titleOf = (page: Page) => page.locator('main h1:not([data-left])')

/** Marks the title of the previous page, so that it is never taken for that of the next. */
export function navigateTo(address: string) {
  for (const title of document.querySelectorAll('main h1')) title.setAttribute('data-left', '')
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** The latest toast of the console. */
export const toast = (page: Page) => page.getByRole('status', { name: 'Notifications' })
