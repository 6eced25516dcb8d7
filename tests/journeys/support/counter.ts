import { expect, type Page } from '@playwright/test'
import type { InvitedOwner } from '../../support/browser/counters.ts'

export const OWNER_PASSWORD = 'Teh-0-kosong'
const PIN = '204826'

/** Counts the touches that a person needs: presses of buttons, fields and keys of the PIN. Typing into a field is one. */
export function countTouches(page: Page) {
  let touches = 0
  return {
    press: async (name: string | RegExp) => {
      touches += 1
      await page.getByRole('button', { name, exact: true }).click()
    },
    type: async (label: string, text: string) => {
      touches += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    count: () => touches,
  }
}

/** An owner chooses a password, names the first cashier and makes this browser the counter. Returns what it took. */
export async function setUpCounter(page: Page, { link }: Pick<InvitedOwner, 'link'>) {
  const touches = countTouches(page)
  const screens: string[] = []
  const nextScreen = async (name: string) => {
    await expect(page.getByRole('heading', { name })).toBeVisible()
    screens.push(name)
  }
  await page.goto(link)
  await nextScreen('Choose your password')
  await touches.type('Password', OWNER_PASSWORD)
  await touches.press('Save and go on')
  await nextScreen('Set up your counter')
  await touches.type('PIN', PIN)
  await touches.press('Use this phone as the counter')
  await nextScreen('Hand over')
  return { touches: touches.count(), screens }
}

/** An owner chooses a password and comes to the page of the shop. */
export async function signUpOwner(page: Page, { link }: Pick<InvitedOwner, 'link'>) {
  await page.goto(link)
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
