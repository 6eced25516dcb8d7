import { join } from 'node:path'
import { sendLink, show } from '@stampus/contract/console/counters/owners'
import { callApi } from '../../support/browser/api.ts'
import { type InvitedOwner, inviteOwner, openShop } from '../../support/browser/counters.ts'
import { waitForMail } from '../../support/browser/mailbox.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { OWNER_PASSWORD } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 360, height: 640 } })

test('R-4.01 D-100 an owner with a Malay mail is in Malay, gets mails in the language that they switch to, even before they sign in, and can open the link in English', async ({
  page,
  server,
  anotherBrowser,
}) => {
  const owner = await inviteOwner(server, await openShop(server), 'ms')
  await page.goto(owner.link)
  await expect(page.getByRole('heading', { name: 'Pilih kata laluan anda' })).toBeVisible()
  await page.getByLabel('Kata laluan', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Simpan dan teruskan' }).click()
  const signOut = page.getByRole('button', { name: 'Log keluar', exact: true })
  await expect(signOut).toBeVisible()
  await page.reload()
  await expect(signOut).toBeVisible()
  await page.getByRole('link', { name: 'Akaun saya' }).click()
  await expect(page.getByRole('heading', { name: 'Log masuk dua langkah' })).toBeVisible()
  await expect(page.getByText('Anda log masuk pada peranti ini sahaja.')).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(page)

  await page.getByRole('button', { name: 'English' }).click()
  await expect.poll(() => languageOf(server, owner)).toBe('en')
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(page.getByRole('heading', { name: 'Akaun saya' })).toBeVisible()
  await expect.poll(() => languageOf(server, owner)).toBe('ms')
  const headers = await signInOperator(server, manager)
  await callApi(server, sendLink, { id: owner.id }, headers)
  await waitForMail(join(server.dataDir, 'mail'), owner.email, { subject: 'Pilih kata laluan baharu' })
  await page.getByRole('button', { name: 'English' }).click()
  await expect.poll(() => languageOf(server, owner)).toBe('en')

  const other = await (await anotherBrowser()).newPage()
  await other.goto('/counter/owner/account')
  await other.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await other.getByLabel('E-mel').fill(owner.email)
  await other.getByLabel('Kata laluan', { exact: true }).fill(OWNER_PASSWORD)
  await other.getByRole('button', { name: 'Log masuk' }).click()
  await expect(other.getByRole('heading', { name: 'Akaun saya' })).toBeVisible()
  await expect.poll(() => languageOf(server, owner)).toBe('ms')

  await other.goto(owner.link)
  await other.getByRole('button', { name: 'English' }).click()
  await expect(other.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
})

async function languageOf(server: ServerUnderTest, { id }: InvitedOwner) {
  return (await callApi(server, show, { id }, await signInOperator(server, manager))).data.language
}
