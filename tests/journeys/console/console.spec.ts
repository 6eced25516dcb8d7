import { texts } from '@stampus/contract/texts'
import { aisyah, manager, reviewer } from '../../support/browser/people.ts'
import {
  deskPicture,
  lastDecision,
  onDesk,
  openAtDesk,
  openConsoleAs,
  openDesk,
  pressAndWaitForNext,
  submitTodaysReceipt,
} from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, recordApiCalls } from '../support/web.ts'

test('D-50 D-51 a failed console login does not reveal the cause, members have no access, a double click signs in once, an operator stays signed in, keeps the receipt on one desk, and returns it to the queue by signing out', async ({
  page,
  context,
  anotherBrowser,
}) => {
  await page.goto('/console')
  await expect(page).toHaveURL('/console/')
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password')]
  const calls = recordApiCalls(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectFieldError(email, texts.emailRequired)
  await expectFieldError(password, texts.passwordRequired)
  expect(calls).toEqual([])
  for (const [who, secret] of [
    [reviewer.email, 'Salah-Sekali-1'],
    [aisyah.email, aisyah.password],
  ] as const) {
    await email.fill(who)
    await password.fill(secret)
    await password.press('Enter')
    await expect(page.getByText(texts.operatorCredentials)).toBeVisible()
  }
  await expect(onDesk(page)).toBeHidden()

  calls.length = 0
  await email.fill(reviewer.email)
  await password.fill(reviewer.password)
  await page.getByRole('button', { name: 'Sign in' }).dblclick()
  await expect(onDesk(page)).toBeVisible()
  expect(calls.filter((call) => call.startsWith('POST /api/console/session'))).toEqual(['POST /api/console/session'])
  await expect(page.getByRole('banner')).toContainText(reviewer.name)
  await page.reload()
  await expect(onDesk(page)).toBeVisible()
  const [cookie] = (await context.cookies()).filter(({ httpOnly }) => httpOnly)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })

  const other = await (await anotherBrowser()).newPage()
  const mine = (await onDesk(page).getAttribute('aria-label')) ?? ''
  await openDesk(other, manager)
  const seen: string[] = []
  for (let skipped = 0; skipped < 4; skipped++) {
    seen.push((await onDesk(other).getAttribute('aria-label')) ?? '')
    await pressAndWaitForNext(other, 's')
  }
  expect(seen).not.toContain(mine)

  const [id] = (await onDesk(page).getAttribute('aria-label'))?.match(/\d+/) ?? []
  const released = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect((await released).url()).toMatch(new RegExp(`/submissions/${id}/lease$`))
  await expect(page.getByRole('heading', { name: 'Review console' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Review console' })).toBeVisible()
})

test('D-45 D-51 a desk says when it is empty, shows the picture and the typed facts of the oldest receipt, is used with keys, asks for the reason of a rejection, and undoes a decision for ten seconds', async ({
  page,
  server,
  member,
}) => {
  await page.clock.install()
  await page.route('**/api/console/leases', (route) =>
    route.fulfill({ json: { data: null, waiting: 0, escalated: 0, ahead: [] } }),
  )
  await openConsoleAs(page, reviewer)
  await expect(page.getByText('No receipts to review')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '0 receipts pending' })).toBeVisible()
  await page.unroute('**/api/console/leases')
  await page.clock.fastForward(15_000)
  await expect(onDesk(page)).toBeVisible()

  await expect(page.getByRole('status').filter({ hasText: /receipts? pending/ })).toBeVisible()
  for (const fact of ['Amount', 'Merchant', 'Date', 'Invoice', 'Member', 'Received'])
    await expect(onDesk(page).getByText(fact, { exact: true })).toBeVisible()
  await expect
    .poll(() => deskPicture(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)
  const sent = async () => Number((await onDesk(page).getAttribute('aria-label'))?.match(/\d+/)?.[0])
  const first = await sent()
  await pressAndWaitForNext(page, 's')
  expect(await sent()).not.toBe(first)

  const shape = () => deskPicture(page).evaluate((image: HTMLImageElement) => image.style.transform)
  const fitted = await shape()
  await page.keyboard.press('+')
  await expect.poll(shape).toContain('scale(1.5)')
  await page.keyboard.press('ArrowRight')
  await expect.poll(shape).toContain('translate(-80px')
  await page.keyboard.press('t')
  await expect.poll(shape).toContain('rotate(90deg)')
  await page.keyboard.press('0')
  await expect.poll(shape).toBe(fitted)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(shape).toContain('scale(1.5)')
  await page.getByRole('button', { name: 'Fit' }).click()
  await expect.poll(shape).toBe(fitted)

  const given = await onDesk(page).getAttribute('aria-label')
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject receipt' }).click()
  await expectFieldError(dialog.getByLabel('Reason (shown to the member)'), texts.reasonRequired)
  await dialog.getByLabel('Reason (shown to the member)').pressSequentially('as usual')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await onDesk(page).getAttribute('aria-label')).toBe(given)
  await expect(lastDecision(page)).toBeHidden()

  const id = await submitTodaysReceipt(server, member)
  await openAtDesk(page, id)
  const before = (await onDesk(page).getAttribute('aria-label')) ?? ''
  await pressAndWaitForNext(page, 'a')
  await expect(lastDecision(page)).toContainText('Approved')
  await page.keyboard.press('u')
  await expect(page.getByRole('region', { name: before, exact: true })).toBeVisible()
  await pressAndWaitForNext(page, 'a')
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeHidden()
})
