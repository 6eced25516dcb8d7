import type { Page } from '@playwright/test'
import type { Member } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect } from './fixtures.ts'
import { openAs } from './web.ts'

const numberPlace = (page: Page) => page.locator('dt', { hasText: /^(Number|Nombor)$/ }).locator('+ dd')
const codePlace = (page: Page) => page.locator('dt', { hasText: /^(Code|Kod)$/ }).locator('+ dd')

/** The number and the changing code on the page of a voucher. */
export async function readCode(page: Page): Promise<{ number: string; code: string }> {
  await expect(codePlace(page)).toHaveText(/^\d{4}$/)
  const number = (await numberPlace(page).textContent()) ?? ''
  return { number: number.replace(/\D/g, ''), code: (await codePlace(page).textContent()) ?? '' }
}

/** The id of the voucher in the address of its page. */
export async function voucherIdOf(page: Page): Promise<number> {
  await expect(page).toHaveURL(/\/app\/vouchers\/\d+$/)
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

export const noCode = (page: Page) => expect(codePlace(page)).toHaveCount(0)

/** The keys of the vouchers that were opened in this browser. */
export const storedKeys = (page: Page) => page.evaluate(() => localStorage.getItem('vouchers'))

/** A reward or voucher in a list. */
export const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

/** What the page of a used voucher shows to the stall. */
export const proof = (page: Page) => page.getByRole('status').filter({ hasText: /^Used (at|on) / })

type Given = { remember?: boolean; shop?: { id: number } }

/** A member with five stamps claims a reward for two, opens the page of the voucher, and sees its code. */
export async function openClaimed(page: Page, server: ServerUnderTest, member: Member, given: Given = {}) {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const reward = await desk.publish(given.shop ? { merchant_id: given.shop.id } : {})
  const { id } = await claimElsewhere(server, member, reward)
  await openAs(page, member, `/app/vouchers/${id}`, given)
  return { desk, reward, id, shown: await readCode(page) }
}
