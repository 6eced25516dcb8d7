import { expect, type Page } from '@playwright/test'
import type { Person } from '../../support/browser/people.ts'
import { heading, openAs } from './web.ts'

/** Logs a member in and opens their profile. */
export async function openProfile(page: Page, person: Person) {
  await openAs(page, person, '/app/profile')
  await expect(heading(page, 'My Profile')).toBeVisible()
}

/** Logs a member in and opens the form of their profile. */
export async function openForm(page: Page, person: Person) {
  await openProfile(page, person)
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue(person.name)
}

export const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()

/** The notification. */
export const notification = (page: Page) => page.getByRole('status', { name: 'Notifications' })
