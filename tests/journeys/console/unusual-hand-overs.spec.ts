import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { check, enterLate, handOver } from '@stampus/contract/counter/handOvers'
import { openKey } from '@stampus/contract/rewards/vouchers'
import { voucherCode } from '../../support/api/codes.ts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { inviteOwner, openShop } from '../../support/browser/counters.ts'
import { type Member, manager, registerMember } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { setUpCounter } from '../support/counter.ts'
import { openConsole } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'

test('R-4.07 a manager reads in words which hand-overs are unusual, and goes on to the member, the shop and the vouchers', async ({
  page,
  server,
  anotherBrowser,
}) => {
  test.slow()
  await openConsole(page, '/unusual-hand-overs', manager)
  await expect(page.getByText('None in this period.').first()).toBeVisible()
  const shop = await openShop(server)
  const owner = await inviteOwner(server, shop)
  const counter = await (await anotherBrowser()).newPage()
  await setUpCounter(counter, owner)
  const member = await registerMember(server)
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 18)
  const reward = await desk.publish({ merchant_id: shop.id, stamps: 1 })
  const phone = await connectPhone(counter, server)
  for (let at = 0; at < 12; at += 1) await phone.handOver(await claimed(server, member, reward))
  for (let at = 0; at < 6; at += 1) await phone.enterLate(await claimed(server, member, reward))

  await page.reload()
  const findings = (title: string) =>
    page.getByRole('region', { name: title }).getByRole('listitem').filter({ hasText: shop.name })
  await expect(findings('One cashier and one member, often')).toContainText([
    `Rosnah of ${shop.name} handed over 18 rewards to ${member.name}.`,
  ])
  await expect(findings('Many without a network')).toContainText([
    `${shop.name} handed over 6 of 18 rewards without a network: 0 with a code that the member typed, 6 entered later.`,
  ])
  await expect(findings('Many in a short time')).toContainText([
    `Till 1 of ${shop.name} handed over 18 rewards within 5 minutes.`,
  ])
  await expectNoAxeViolationsInBothSchemes(page, 'unusual hand-overs')
  await page.getByLabel('Period').selectOption('The last 7 days')
  await expect(page).toHaveURL(/\?days=7$/)
  await page.reload()
  await expect(page.getByLabel('Period')).toHaveValue('7')
  await expect(findings('Many in a short time')).toHaveCount(1)

  const often = findings('One cashier and one member, often')
  await often.getByRole('link', { name: 'Vouchers' }).click()
  const vouchers = page.getByRole('table', { name: 'Vouchers' })
  await expect(vouchers.getByRole('row', { name: new RegExp(`${reward.title}.*${member.name}`) })).toHaveCount(18)
  await page.goBack()
  await often.getByRole('link', { name: member.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible()
  await page.goBack()
  await findings('Many without a network')
    .getByRole('link', { name: `${shop.name}` })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `${shop.name}` })).toBeVisible()
})

type Claimed = { id: number; number: string; key: string }

/** A member claims a reward and opens its voucher. */
async function claimed(
  server: ServerUnderTest,
  member: Member,
  reward: Parameters<typeof claimElsewhere>[2],
): Promise<Claimed> {
  const { id, number } = await claimElsewhere(server, member, reward)
  const { key } = (await callApi(server, openKey, { id }, bearerHeader(member.token))).data
  return { id, number, key }
}

/** The calls of the phone that this browser is enrolled as. */
async function connectPhone(counter: Page, server: ServerUnderTest) {
  const cookies = await counter.context().cookies()
  const headers = { Origin: server.url, Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const once = () => ({ ...headers, 'Idempotency-Key': randomUUID() })
  const shown = ({ number, key }: Claimed) => ({ number, code: voucherCode(key, Date.now()) })
  return {
    handOver: async (voucher: Claimed) => {
      await callApi(server, check, shown(voucher), headers)
      await callApi(server, handOver, { id: voucher.id }, once())
    },
    enterLate: (voucher: Claimed) =>
      callApi(server, enterLate, { ...shown(voucher), noted_at: new Date().toISOString() }, once()),
  }
}
