import { expect, type Page } from '@playwright/test'
import type { Person } from '../../support/browser/people.ts'
import { accountMenu, expectSettled } from './web.ts'

/** The cookie of a browser in which Malay was chosen; add the URL. */
export const inMalay = { name: 'stampus_language', value: 'ms' }

/** Chooses a language in the account menu, by its own name. */
export async function changeLanguage(page: Page, name: string) {
  await accountMenu(page).click()
  await page.getByRole('banner').getByRole('link', { name }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', name === 'English' ? 'en' : 'ms')
  await page.locator('#root[data-rendered]').waitFor({ state: 'detached' })
  await expectSettled(page)
}

/** Logs in on the shown login page in Malay. */
export async function logInInMalay(page: Page, { email, password }: Person) {
  await page.getByLabel('E-mel', { exact: true }).fill(email)
  await page.getByLabel('Kata laluan', { exact: true }).fill(password)
  await page.getByLabel('Kata laluan', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: /menu akaun/ })).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)
  await expectSettled(page)
}
