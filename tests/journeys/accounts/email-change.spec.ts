import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { demoMembers } from '../../../demo/people.ts'
import { findPerson } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification, openForm, save } from '../support/profile.ts'
import { accountMenu, expectFieldError, heading, moveTo, recordApiCalls } from '../support/web.ts'

/** No other journey requests an account mail for this member: a second one to the same mailbox waits for a minute. */
const resident = findPerson(demoMembers, 'Lim Wei Jie')
const PENDING = 'Open the link we sent to'
const addressNamed = (part: string) => resident.email.replace('@', `-${part}@`)

test('D-22 D-23 S-5.05 a new address asks for the password, its link can be sent again, a saved name keeps it, a button or the notice to the old address cancels it, and it takes effect when its link is opened, in another browser with the password', async ({
  page,
  mailTo,
  anotherBrowser,
}) => {
  const [first, second, third] = [addressNamed('baru'), addressNamed('lain'), addressNamed('jauh')]
  const email = page.getByLabel('Email', { exact: true })
  const current = page.getByLabel('Current password')
  const edit = page.getByRole('link', { name: 'Edit profile' })
  const calls = recordApiCalls(page)
  await openForm(page, resident)
  await email.fill(first)
  await save(page)
  await expectFieldError(current, texts.currentPasswordForEmail)
  await current.fill(resident.password)
  await email.fill('somebody@gmail.example')
  await save(page)
  await expectFieldError(email, texts.collegeEmailOnly)
  expect(calls).not.toContain('POST /api/user/profile')
  await email.fill(first)
  await save(page)
  await expect(notification(page)).toContainText(
    `We’ve sent a link to ${first}. Open it to confirm. Until then, we’ll keep using ${resident.email}.`,
  )
  await expect(page.getByText(`${PENDING} ${first}`)).toBeVisible()
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(notification(page)).toContainText('Link sent')
  await expect(page.getByRole('button', { name: 'Resend link' })).toBeDisabled()
  await edit.click()
  await expect(email).toHaveValue(first)
  await page.getByLabel('Full name').fill('Lim Wei Jie Baharu')
  await save(page)
  await expect(page.getByRole('main').getByText('Lim Wei Jie Baharu', { exact: true })).toBeVisible()
  await expect(page.getByText(`${PENDING} ${first}`)).toBeVisible()

  const elsewhere = await (await anotherBrowser()).newPage()
  const keep = elsewhere.getByRole('button', { name: 'Keep my current email' })
  const { link: notice = '' } = await mailTo(resident.email, 'about to change')
  await elsewhere.goto(notice.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  await keep.click()
  await expect(elsewhere.getByText('This link is invalid or has expired.')).toBeVisible()
  await elsewhere.goto(notice)
  await expect(heading(elsewhere, 'Keep your current email?')).toBeVisible()
  await keep.click()
  await expect(elsewhere.getByText("We've cancelled the change. Your email address stays the same.")).toBeVisible()
  await expect(heading(elsewhere, 'Email not changed')).toBeFocused()
  await expect(accountMenu(elsewhere)).toBeHidden()
  await requestChange(page, second)
  await page.getByRole('button', { name: 'Keep my current email' }).click()
  await expect(notification(page)).toContainText(`Your email is still ${resident.email}.`)
  await expect(page.getByText(PENDING)).toBeHidden()
  await requestChange(page, third)
  await page.goto((await mailTo(third)).link ?? '')
  await expect(notification(page)).toContainText('Your email is verified.')

  const last = addressNamed('akhir')
  await requestChange(page, last)
  await moveTo(elsewhere, (await mailTo(last)).link ?? '')
  await expect(heading(elsewhere, 'Confirm your new email')).toBeVisible()
  for (const named of [third, last]) await expect(elsewhere.getByRole('main')).toContainText(named)
  const known = elsewhere.getByLabel('Your password')
  await known.fill('Not-this-one-1')
  await elsewhere.getByRole('button', { name: 'Use this email' }).click()
  await expectFieldError(known, 'The current password is not correct.')
  await known.fill(resident.password)
  await elsewhere.getByRole('button', { name: 'Use this email' }).click()
  await expect(heading(elsewhere, 'Welcome, Lim Wei Jie Baharu')).toBeVisible()
  await expect(notification(elsewhere)).toContainText('Your email is verified.')
})

/** Requests another address in the form of the profile. */
async function requestChange(page: Page, address: string) {
  await moveTo(page, '/app/profile?edit')
  await page.getByLabel('Email', { exact: true }).fill(address)
  await page.getByLabel('Current password').fill(resident.password)
  await save(page)
  await expect(page.getByText(`${PENDING} ${address}`)).toBeVisible()
}
