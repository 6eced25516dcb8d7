import { randomUUID } from 'node:crypto'
import { check, enterLate, handOver } from '@stampus/contract/counter/handOvers'
import { openKey } from '@stampus/contract/rewards/vouchers'
import { voucherCode } from '../../support/api/codes.ts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { openShop, pairCounter } from '../../support/browser/counters.ts'
import { manager } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { openConsole } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'

test('R-4.07 a manager reads in words which hand-overs are unusual, and goes on to the member, the shop and the vouchers', async ({
  page,
  server,
  member,
}) => {
  await openConsole(page, '/unusual-hand-overs?days=90', manager)
  await expect(page.getByText('None in this period.').first()).toBeVisible()
  const shop = await openShop(server)
  const { phone } = await pairCounter(server, shop)
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 12)
  const reward = await desk.publish({ merchant_id: shop.id, stamps: 1 })
  for (let at = 0; at < 12; at += 1) {
    const { id, number } = await claimElsewhere(server, member, reward)
    const { key } = (await callApi(server, openKey, { id }, bearerHeader(member.token))).data
    const shown = { number, code: voucherCode(key, Date.now()) }
    const once = { ...phone, 'Idempotency-Key': randomUUID() }
    if (at < 4) await callApi(server, enterLate, { ...shown, noted_at: new Date().toISOString() }, once)
    else {
      await callApi(server, check, shown, phone)
      await callApi(server, handOver, { id }, once)
    }
  }

  await page.getByLabel('Period').selectOption('The last 7 days')
  await expect(page).toHaveURL(/\?days=7$/)
  const findings = (title: string) =>
    page.getByRole('region', { name: title }).getByRole('listitem').filter({ hasText: shop.name })
  const often = findings('One cashier and one member, often')
  await expect(often).toContainText([`Rosnah of ${shop.name} handed over 12 rewards to ${member.name}.`])
  await expect(findings('Many without a network')).toContainText([
    `${shop.name} handed over 4 of 12 rewards without a network: 0 with a code that the member typed, 4 entered later.`,
  ])
  await expect(findings('Many in a short time')).toContainText([
    `Till 1 of ${shop.name} handed over 12 rewards within 5 minutes.`,
  ])
  await often.getByRole('link', { name: 'Vouchers' }).click()
  const vouchers = page.getByRole('table', { name: 'Vouchers' })
  await expect(vouchers.getByRole('row', { name: new RegExp(`${reward.title}.*${member.name}`) })).toHaveCount(12)
  await page.goBack()
  await expect(page.getByLabel('Period')).toHaveValue('7')
  await often.getByRole('link', { name: member.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible()
  await page.goBack()
  await findings('Many without a network').getByRole('link', { name: shop.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: shop.name })).toBeVisible()
})
