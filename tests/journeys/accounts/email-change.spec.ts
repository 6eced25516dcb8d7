import type { Page } from '@playwright/test'
import { demoMembers } from '../../../demo/people.ts'
import { findPerson, logInElsewhere, type Person } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification } from '../support/profile.ts'
import { accountMenu, heading, openAs, recordApiCalls } from '../support/web.ts'

/** No other journey requests an account mail for this member: a second one to the same mailbox waits for a minute. */
const resident = findPerson(demoMembers, 'Lim Wei Jie')
const PENDING = 'Open the link we sent to'

/** Logs in and requests another address in the profile. */
async function requestEmailChange(page: Page, member: Person): Promise<string> {
  const address = member.email.replace('@', '-baru@')
  await openAs(page, member, '/app/profile?edit')
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Current password').fill(member.password)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`${PENDING} ${address}`)).toBeVisible()
  return address
}

test('D-22 "Keep my current email" in the profile cancels a pending change, and its link stops working', async ({
  page,
  member,
  mailTo,
}) => {
  const { link = '' } = await mailTo(await requestEmailChange(page, member))
  await page.getByRole('button', { name: 'Keep my current email' }).click()
  await expect(notification(page)).toContainText(`Your email is still ${member.email}.`)
  await expect(page.getByText(PENDING)).toBeHidden()
  await page.goto(link)
  await expect(heading(page, 'Verification failed')).toBeVisible()
})

test('D-22 the link to a pending email address can be sent again from the profile', async ({ page, member }) => {
  await requestEmailChange(page, member)
  const calls = recordApiCalls(page)
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(notification(page)).toContainText('Link sent')
  expect(calls).toContain('POST /api/email/verification-notification')
  await expect(page.getByRole('button', { name: 'Resend link' })).toBeDisabled()
  await expect(page.getByText(PENDING)).toBeVisible()
})

test('D-22 saving a name keeps the pending address; saving the current address cancels it', async ({
  page,
  member,
}) => {
  const address = await requestEmailChange(page, member)
  await page.getByRole('link', { name: 'Edit profile' }).click()
  const email = page.getByLabel('Email')
  await expect(email).toHaveValue(address)
  await page.getByLabel('Full name').fill('Aisyah Baharu')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('main').getByText('Aisyah Baharu', { exact: true })).toBeVisible()
  await expect(page.getByText(`${PENDING} ${address}`)).toBeVisible()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await email.fill(member.email)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(notification(page)).toContainText(`Your email is still ${member.email}.`)
  await expect(page.getByText(PENDING)).toBeHidden()
})

test('D-22 the link in the notice mail cancels the change with a button, also in a browser without a session', async ({
  page,
  browser,
  server,
  mailTo,
}) => {
  await requestEmailChange(page, resident)
  const { link = '' } = await mailTo(resident.email, 'about to change')
  const stranger = await browser.newPage({ baseURL: server.url })
  const calls = recordApiCalls(stranger)
  await stranger.goto(link)
  await expect(heading(stranger, 'Keep your current email?')).toBeVisible()
  expect(calls).not.toContain('POST /api/email/change/stop')
  await page.reload()
  await expect(page.getByText(PENDING)).toBeVisible()
  await stranger.getByRole('button', { name: 'Keep my current email' }).click()
  await expect(stranger.getByText("We've cancelled the change. Your email address stays the same.")).toBeVisible()
  await expect(heading(stranger, 'Email not changed')).toBeFocused()
  await expect(accountMenu(stranger)).toBeHidden()
  await page.reload()
  await expect(page.getByText(PENDING)).toBeHidden()
  expect((await logInElsewhere(server, resident)).email).toBe(resident.email)
  await stranger.goto(link.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  await stranger.getByRole('button', { name: 'Keep my current email' }).click()
  await expect(stranger.getByText('This link is invalid or has expired.')).toBeVisible()
  await stranger.close()
})
