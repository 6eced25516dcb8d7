import { expect, type Page } from '@playwright/test'
import type { Person } from '../../support/browser/people.ts'

/** Opens a page of the console and signs an operator in. */
export async function openConsole(page: Page, path: string, { email, password }: Person) {
  await page.goto(`/console${path}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The latest toast of the console. */
export const doneMessage = (page: Page) => page.getByRole('status', { name: 'What was done' })
