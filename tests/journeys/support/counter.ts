import { expect, type Page } from '@playwright/test'
import { type InvitedOwner, OWNER_PASSWORD, PIN, pairCounter } from '../../support/browser/counters.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'

/** Gives a browser the cookies of a session, such as an owner's. */
export function putSession(page: Page, { Origin, Cookie }: { Origin: string; Cookie: string }) {
  const cookies = Cookie.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=')
    return { name, value: value.join('='), url: Origin }
  })
  return page.context().addCookies(cookies)
}

/** Makes a browser the counter of a shop, at which Rosnah is, and opens it. */
export async function openCounter(page: Page, server: ServerUnderTest, shop: { id: number }) {
  const paired = await pairCounter(server, shop)
  await putSession(page, paired.phone)
  await page.goto('/counter/')
  await expect(page.getByRole('heading', { name: 'Hand over' })).toBeVisible()
  return paired
}

/** An owner chooses a password and comes to the page of the shop. */
export async function signUpOwner(page: Page, { link }: Pick<InvitedOwner, 'link'>) {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await expect(page.getByRole('heading', { name: 'Set up your counter' })).toBeVisible()
}

/** Presses the keys of a PIN. */
export async function pressPin(page: Page, pin = PIN) {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
}

/** Types the number and the code of a voucher; after its last digit the code is sent. */
export async function typeVoucher(page: Page, { number, code }: { number: string; code: string }) {
  const typing = page.getByRole('button', { name: 'Type it instead' })
  await expect(typing.or(page.getByRole('button', { name: 'Scan instead' }))).toBeVisible()
  if (await typing.isVisible()) await typing.click()
  await page.getByLabel('Number').fill(number)
  await page.getByLabel('Code', { exact: true }).fill(code)
}
