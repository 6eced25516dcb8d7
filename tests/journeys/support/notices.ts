import { expect, type Locator } from '@playwright/test'

/** The colours of each type of notification. */
const colours = { success: 'approved', error: 'rejected', warning: 'pending' }

/** Expects the notification that holds this text to be of this type. */
export async function expectNotice(text: Locator, type: keyof typeof colours) {
  await expect(text.locator(`xpath=ancestor::*[contains(@class, "bg-${colours[type]}-tint")]`)).toHaveCount(1)
}
