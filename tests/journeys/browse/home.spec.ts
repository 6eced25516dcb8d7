import { texts } from '@stampus/contract/texts'
import { connectOperator, publishAnnouncement } from '../../support/browser/operators.ts'
import {
  drawPicture,
  findMerchant,
  newInvoiceNumber,
  newPerson,
  registerMember,
  submitReceipt,
} from '../../support/browser/people.ts'
import { expect, test, withMotion } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import { accountMenu, heading, logIn, openAs, recordApiCalls, register, tabLink } from '../support/web.ts'

test.use(withMotion)

test('S-2.10 S-6.01 S-1.02 home welcomes a guest without activity or balance', async ({ page }) => {
  const calls = recordApiCalls(page)
  await page.goto('/')
  await expect(heading(page, 'Welcome, Guest')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Stamp card' })).toBeHidden()
  await page.waitForLoadState('networkidle')
  expect(calls.filter((call) => /wallet|submissions|user/.test(call))).toEqual([])
})

test('S-2.11 home links to merchants and deals', async ({ page }) => {
  await page.goto('/')
  const explore = page.getByRole('navigation', { name: 'Explore' })
  await explore.getByRole('link', { name: /Popular Deals/ }).click()
  await expect(heading(page, 'Popular Deals')).toBeVisible()
  await page.goBack()
  await explore.getByRole('link', { name: /Merchants/ }).click()
  await expect(heading(page, 'Merchants')).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Upload receipt' }).click()
  await expect(page).toHaveURL('/app/merchants')
})

test('S-2.12 S-2.13 S-7.08 S-9.06 home shows the balance and the two latest receipts', async ({ page, server }) => {
  const member = await registerMember(server)
  await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '7.00' })
  await submitReceipt(server, member, { merchant: 'Warung Kak Ros', amount: '1234.5' })
  await submitReceipt(server, member, { merchant: 'Raket House', amount: '89.00' })
  await page.goto('/login')
  const recentCall = page.waitForRequest(/\/api\/submissions\?/)
  await logIn(page, member)
  expect(Object.fromEntries(new URL((await recentCall).url()).searchParams)).toEqual({ limit: '2', sort: 'desc' })
  await expect(page.getByRole('region', { name: 'Stamp card' })).toContainText(/^0/)
  const recent = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')
  await expect(recent).toHaveCount(2)
  await expect(recent.first()).toContainText('Raket House')
  await expect(recent.first()).toContainText('RM\u202f89.00')
  await expect(recent.first()).toContainText('just now')
  await expect(recent.last()).toContainText('RM\u202f1,234.50')
})

test('S-2.13 stamps earned since the last visit are animated and counted once, only for their member', async ({
  page,
  server,
}) => {
  const [member, other] = [await registerMember(server), await registerMember(server)]
  const desk = await connectOperator(server)
  const card = page.getByRole('region', { name: 'Stamp card' })
  const landing = card.locator('.animate-land')
  await openAs(page, member)
  await expect(card).toContainText(/^0/)
  const { id } = await submitReceipt(server, member, { amount: '31.00' })
  await page.goto('/app/deals')
  await desk.approve(id)
  await page.goto('/')
  await expect(card.getByRole('status')).toHaveText('3 new stamps')
  await expect(card).toContainText(/^3/)
  await expect(landing).toHaveCount(3)
  await page.reload()
  await expect(card).toContainText(/^3/)
  await expect(landing).toHaveCount(0)
  await expect(card.getByRole('status')).toBeEmpty()
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, other)
  await expect(card).toContainText(/^0/)
  await expect(landing).toHaveCount(0)
})

test('S-2.12 S-8.09 home shows that there is no activity yet', async ({ page, member }) => {
  await openAs(page, member)
  await expect(page.getByText(texts.noActivity)).toBeVisible()
})

test('S-2.14 S-3.05 the announcements tile counts unread announcements since registration', async ({
  page,
  server,
  member,
}) => {
  await openAs(page, member)
  const tile = page.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: /Announcements/ })
  await expect(page.getByRole('region', { name: 'Stamp card' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(tile).not.toContainText('unread')
  const removals = [await publishAnnouncement(server, 'First news'), await publishAnnouncement(server, 'Second news')]
  await page.reload()
  await expect(tile).toContainText('2 unread')
  await tile.click()
  await page.getByRole('link', { name: 'Second news' }).click()
  await expect(heading(page, 'Second news')).toBeVisible()
  await page.goto('/')
  await expect(tile).toContainText('1 unread')
  for (const remove of removals) await remove()
})

test('S-4.12 S-3.06 S-4.13 S-2.33 D-03 a receipt started as a guest survives the login and is sent', async ({
  page,
  member,
}) => {
  await page.goto('/')
  await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  await page.reload()
  await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()
  await logIn(page, member)
  await expect(page).toHaveURL('/submit')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
  await page.getByLabel('Merchant').fill('raket')
  await page.getByRole('button', { name: /Raket House/ }).click()
  await page.getByLabel('Total amount').fill('12.30')
  await page.getByLabel('Invoice number').fill(newInvoiceNumber())
  await sendButton(page).click()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await page.goto('/submit')
  await expect(page.getByText('Show us the whole receipt')).toBeVisible()
  await expect(page.getByLabel('Total amount')).toHaveValue('')
})

test('D-03 S-4.12 a receipt started as a guest survives registration and verification', async ({ page, mailTo }) => {
  const person = newPerson()
  await page.goto('/')
  await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await register(page, person)
  const { link = '' } = await mailTo(person.email)
  await page.goto(link)
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/submit')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
})

test('S-4.12 S-9.06 the picture is saved after half a second', async ({ page, member }) => {
  await openAs(page, member)
  await page.evaluate(() => {
    document.addEventListener('change', () => performance.mark('chosen'), { capture: true })
    const push = history.pushState
    history.pushState = function (...entry) {
      performance.mark('gone')
      push.apply(this, entry)
    }
  })
  await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/submit')
  const waited = await page.evaluate(() => performance.measure('waited', 'chosen', 'gone').duration)
  expect(waited).toBeGreaterThanOrEqual(495)
})

test('S-4.12 a guest who follows another link right away is not redirected', async ({ page, member }) => {
  await openAs(page, member)
  await expect(page.getByText(texts.noActivity)).toBeVisible()
  await page.clock.install()
  // A slow machine must not be late for the click.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
  await tabLink(page, 'Merchants').click()
  await expect(heading(page, 'Merchants')).toBeVisible()
  await page.clock.runFor(2_000)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('drafts'))).toContain('fileId')
  await expect(page).toHaveURL('/app/merchants')
})

test('D-03 S-3.06 a draft is restored, and deleted on logout', async ({ page, server, member }) => {
  const { id } = await findMerchant(server, 'Raket House')
  const form = `/app/submissions/new/${id}`
  await openAs(page, member, form)
  await page.getByLabel('Total amount').fill('45.60')
  await page.getByLabel('Invoice number').fill('4711')
  await page.goto(form)
  await expect(page.getByLabel('Total amount')).toHaveValue('45.60')
  await expect(page.getByLabel('Invoice number')).toHaveValue('4711')
  await page.goto('/')
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, member)
  await page.goto(form)
  await expect(page.getByLabel('Total amount')).toHaveValue('')
})
