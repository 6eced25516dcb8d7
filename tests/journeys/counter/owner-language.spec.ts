import { join } from 'node:path'
import { sendLink, show } from '@stampus/contract/console/counters/owners'
import { callApi } from '../../support/browser/api.ts'
import { type InvitedOwner, inviteOwner, openShop } from '../../support/browser/counters.ts'
import { waitForMail } from '../../support/browser/mailbox.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { OWNER_PASSWORD, signUpOwner } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 360, height: 640 } })

test('D-100 an owner who switches the language gets mails in it', async ({ page, server }) => {
  const owner = await inviteOwner(server, await openShop(server))
  await signUpOwner(page, owner)
  expect(await languageOf(server, owner)).toBe('en')
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(page.getByRole('button', { name: 'Log keluar', exact: true })).toBeVisible()
  await expect.poll(() => languageOf(server, owner)).toBe('ms')
  const headers = await signInOperator(server, manager)
  await callApi(server, sendLink, { id: owner.id }, headers)
  await waitForMail(join(server.dataDir, 'mail'), owner.email, { subject: 'Pilih kata laluan baharu' })
})

test('D-100 the language that was chosen before an owner signs in becomes that of their mails', async ({
  page,
  server,
  anotherBrowser,
}) => {
  const owner = await inviteOwner(server, await openShop(server))
  await signUpOwner(page, owner)
  const other = await (await anotherBrowser()).newPage()
  await other.goto('/counter/owner/account')
  await other.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await other.getByLabel('E-mel').fill(owner.email)
  await other.getByLabel('Kata laluan', { exact: true }).fill(OWNER_PASSWORD)
  await other.getByRole('button', { name: 'Log masuk' }).click()
  await expect(other.getByRole('heading', { name: 'Akaun saya' })).toBeVisible()
  await expect.poll(() => languageOf(server, owner)).toBe('ms')
})

test('D-100 the link in a Malay mail opens in Malay, and the owner can still switch', async ({ page, server }) => {
  const owner = await inviteOwner(server, await openShop(server), 'ms')
  await page.goto(owner.link)
  await expect(page.getByRole('heading', { name: 'Pilih kata laluan anda' })).toBeVisible()
  await page.getByLabel('Kata laluan', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Simpan dan teruskan' }).click()
  await expect(page.getByRole('button', { name: 'Log keluar', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log keluar', exact: true })).toBeVisible()
  await page.goto(owner.link)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
})

async function languageOf(server: ServerUnderTest, { id }: InvitedOwner) {
  return (await callApi(server, show, { id }, await signInOperator(server, manager))).data.language
}
