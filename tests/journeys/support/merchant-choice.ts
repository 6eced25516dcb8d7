import { expect, type Locator } from '@playwright/test'

/**
 * Types part of a merchant's name, chooses the first suggestion and returns its name. A whole name is taken as soon as it is
 * found, so it may never be suggested.
 */
export async function chooseMerchant(field: Locator, part: string): Promise<string> {
  await field.fill(part)
  const offered = field.page().locator(`datalist option[value*="${part}" i]`).first()
  await expect(offered).toBeAttached()
  const name = (await offered.getAttribute('value')) ?? ''
  await field.fill(name)
  return name
}
