import type { Page } from '@playwright/test'
import { drawPicture, newInvoiceNumber, newPerson } from '../../support/browser/people.ts'
import { expect, test, withMotion } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import { expectSettled, heading, recentActivity, recordApiCalls, register, stampCard, tabLink } from '../support/web.ts'

test.use(withMotion)

const camera = (page: Page) => page.getByLabel('Snap a receipt')

test('S-1.02 S-2.10 S-2.11 S-2.12 S-2.33 S-3.06 S-4.12 S-4.13 S-6.01 S-7.08 S-9.06 D-03 home welcomes a guest, links to merchants and deals, and keeps a picture through registration and verification until it is sent and is among the two latest; who goes on right away is not redirected', async ({
  page,
  mailTo,
}) => {
  const calls = recordApiCalls(page)
  await page.goto('/')
  await expect(heading(page, 'Welcome, Guest')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeHidden()
  await expect(stampCard(page)).toBeHidden()
  const explore = page.getByRole('navigation', { name: 'Explore' })
  await expect(explore.getByRole('link', { name: /Merchants/ })).toHaveAttribute('href', '/app/merchants')
  await expect(page.getByRole('link', { name: 'Upload receipt' })).toHaveAttribute('href', '/app/merchants')
  await explore.getByRole('link', { name: /Popular Deals/ }).click()
  await expect(heading(page, 'Popular Deals')).toBeVisible()
  await expectSettled(page)
  expect(calls.filter((call) => /wallet|submissions|user/.test(call))).toEqual([])

  const person = newPerson()
  await tabLink(page, 'Home').click()
  await camera(page).setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await register(page, person)
  await page.goto((await mailTo(person.email)).link ?? '')
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/submit')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
  await page.getByLabel('Merchant').fill('raket')
  await page.getByRole('button', { name: /Raket House/ }).click()
  await page.getByLabel('Total amount').fill('12.30')
  await page.getByLabel('Invoice number').fill(newInvoiceNumber())
  await sendButton(page).click()
  await expect(heading(page, 'My Submissions')).toBeVisible()

  await page.goto('/')
  await expect(recentActivity(page).getByRole('listitem')).toHaveText(/Raket House.*just now.*RM\u202f12\.30/)
  expect(calls).toContain('GET /api/submissions?limit=2&sort=desc')
  const drafts = () => page.evaluate(() => localStorage.getItem('drafts') ?? '')
  expect(await drafts()).not.toContain('fileId')
  await page.clock.install()
  // A slow machine must not be late for the click.
  await page.clock.pauseAt(Date.now() + 60_000)
  await camera(page).setInputFiles(await drawPicture())
  await tabLink(page, 'Merchants').click()
  await expect(heading(page, 'Merchants')).toBeVisible()
  await page.clock.runFor(2_000)
  await expect.poll(drafts).toContain('fileId')
  await expect(page).toHaveURL('/app/merchants')
})
