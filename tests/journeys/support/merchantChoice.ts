import { expect, type Locator } from '@playwright/test'

/** Types a part of a merchant's name and chooses the first that is offered for it, whose name is the answer. */
export async function chooseMerchant(field: Locator, part: string): Promise<string> {
  await field.fill(part)
  const offered = field.page().locator(`datalist option[value*="${part}" i]`).first()
  await expect(offered).toBeAttached()
  const name = (await offered.getAttribute('value')) ?? ''
  await field.fill(name)
  return name
}
