import { expect, type Page } from '@playwright/test'
import type { Person } from '../people.ts'

/** Opens the console and signs an operator in. */
export async function openDesk(page: Page, { email, password }: Person) {
  await page.goto('/console/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Review desk' })).toBeVisible()
  await expect(onDesk(page)).toBeVisible()
}

/** The receipt that lies on the desk. */
export const onDesk = (page: Page) => page.getByRole('region', { name: /^Receipt \d+ from / })

/** The picture of that receipt. */
export const deskPicture = (page: Page) => page.getByRole('img', { name: /^Receipt \d+ from / })

/** What was decided last. */
export const lastDecision = (page: Page) => page.getByRole('status').filter({ hasText: /^(Approved|Rejected) / })

/** Skips from receipt to receipt until the one with this invoice number lies on the desk. */
export async function skipTo(page: Page, invoice: string) {
  await expect(onDesk(page)).toBeVisible()
  for (let skipped = 0; skipped < 60; skipped++) {
    if (await onDesk(page).getByText(invoice, { exact: true }).isVisible()) return
    await passOn(page, 's')
  }
  throw new Error(`No receipt with the invoice number ${invoice} reached the desk`)
}

/** Presses the key that brings the next receipt once the picture is seen, and waits until the next lies there. */
export async function passOn(page: Page, key: string) {
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  const before = (await onDesk(page).getAttribute('aria-label')) ?? ''
  await page.keyboard.press(key)
  await expect(page.getByRole('region', { name: before, exact: true })).toBeHidden()
  await expect(onDesk(page)).toBeVisible()
}
