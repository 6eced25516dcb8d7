import { expect, type Page } from '@playwright/test'
import { accountMenu } from './web.ts'

/** The cookie of a browser in which Malay was chosen; add the URL. */
export const inMalay = { name: 'stampus_language', value: 'ms' }

/** Chooses a language in the account menu, by its own name. */
export async function changeLanguage(page: Page, name: string) {
  await accountMenu(page).click()
  await page.getByRole('banner').getByRole('link', { name }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', name === 'English' ? 'en' : 'ms')
  await page.locator('#root[data-rendered]').waitFor({ state: 'detached' })
}
