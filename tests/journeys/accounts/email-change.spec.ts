import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { demoMembers } from '../../../demo/people.ts'
import { findPerson, logInElsewhere, type Person } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification, openForm, save } from '../support/profile.ts'
import { accountMenu, expectFieldError, heading, moveTo, recordApiCalls, tabLink } from '../support/web.ts'

/** No other journey requests an account mail for this member: a second one to the same mailbox waits for a minute. */
const resident = findPerson(demoMembers, 'Lim Wei Jie')
const PENDING = 'Open the link we sent to'

/** Requests another address in the open form of the profile. */
async function requestEmailChange(page: Page, { password }: Person, address: string) {
  await page.getByLabel('Email', { exact: true }).fill(address)
  await page.getByLabel('Current password').fill(password)
  await save(page)
  await expect(page.getByText(`${PENDING} ${address}`)).toBeVisible()
}

test('D-22 D-23 S-5.05 a new address asks for the password, its link can be sent again, a saved name keeps it, the current address or a button cancels it, and it takes effect when its link is opened, in another browser with the password', async ({
  page,
  member,
  mailTo,
  anotherBrowser,
}) => {
  const address = member.email.replace('@', '-baru@')
  await openForm(page, member)
  await page.getByLabel('Email', { exact: true }).fill(address)
  await save(page)
  const current = page.getByLabel('Current password')
  await expectFieldError(current, texts.currentPasswordForEmail)
  await current.fill(member.password)
  const calls = recordApiCalls(page)
  await page.getByLabel('Email', { exact: true }).fill('somebody@gmail.example')
  await save(page)
  await expectFieldError(page.getByLabel('Email', { exact: true }), texts.collegeEmailOnly)
  expect(calls).not.toContain('POST /api/user/profile')
  await page.getByLabel('Email', { exact: true }).fill(address)
  await save(page)
  await expect(notification(page)).toContainText(
    `We’ve sent a link to ${address}. Open it to confirm. Until then, we’ll keep using ${member.email}.`,
  )
  await expect(page.getByText(`${PENDING} ${address}`)).toBeVisible()
  const { link = '' } = await mailTo(address)
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(notification(page)).toContainText('Link sent')
  expect(calls).toContain('POST /api/email/verification-notification')
  await expect(page.getByRole('button', { name: 'Resend link' })).toBeDisabled()
  await expect(page.getByText(PENDING)).toBeVisible()

  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(address)
  await page.getByLabel('Full name').fill('Aisyah Baharu')
  await save(page)
  await expect(page.getByRole('main').getByText('Aisyah Baharu', { exact: true })).toBeVisible()
  await expect(page.getByText(`${PENDING} ${address}`)).toBeVisible()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Email', { exact: true }).fill(member.email)
  await save(page)
  await expect(notification(page)).toContainText(`Your email is still ${member.email}.`)
  await expect(page.getByText(PENDING)).toBeHidden()
  await moveTo(page, link)
  await expect(heading(page, 'Verification failed')).toBeVisible()

  await moveTo(page, '/app/profile?edit')
  await requestEmailChange(page, member, member.email.replace('@', '-lain@'))
  await page.getByRole('button', { name: 'Keep my current email' }).click()
  await expect(notification(page)).toContainText(`Your email is still ${member.email}.`)
  await expect(page.getByText(PENDING)).toBeHidden()
  const taken = member.email.replace('@', '-kini@')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await requestEmailChange(page, member, taken)
  await page.goto((await mailTo(taken)).link ?? '')
  await expect(notification(page)).toContainText('Your email is verified.')
  await tabLink(page, 'Profile').click()
  await expect(page.getByRole('definition').filter({ hasText: taken })).toBeVisible()
  await expect(page.getByText('Open the link we sent')).toBeHidden()

  const another = member.email.replace('@', '-jauh@')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await requestEmailChange(page, member, another)
  const phone = await (await anotherBrowser()).newPage()
  await phone.goto((await mailTo(another)).link ?? '')
  await expect(heading(phone, 'Confirm your new email')).toBeVisible()
  for (const named of [taken, another]) await expect(phone.getByRole('main')).toContainText(named)
  await phone.getByLabel('Your password').fill('Not-this-one-1')
  await phone.getByRole('button', { name: 'Use this email' }).click()
  await expectFieldError(phone.getByLabel('Your password'), 'The current password is not correct.')
  await phone.getByLabel('Your password').fill(member.password)
  await phone.getByRole('button', { name: 'Use this email' }).click()
  await expect(heading(phone, 'Welcome, Aisyah Baharu')).toBeVisible()
  await expect(notification(phone)).toContainText('Your email is verified.')
})

test('D-22 the link in the notice mail cancels the change with a button, also in a browser without a session', async ({
  page,
  browser,
  server,
  mailTo,
}) => {
  await openForm(page, resident)
  await requestEmailChange(page, resident, resident.email.replace('@', '-baru@'))
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
