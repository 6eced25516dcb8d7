import { VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { registerMember } from '../../support/browser/people.ts'
import { claimElsewhere } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { noCode, openClaimed, proof, readCode, withoutAnswersOf } from '../support/rewards.ts'
import { heading, moveTo, openAs } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

test('R-3.01 R-3.02 R-3.03 R-3.04 on phones whose clock is wrong a voucher shows the same code in two tabs, is ready again when a hand-over is taken back, is taken over by another device and back, and expires by the clock of the campus; that of another member cannot be found', async ({
  page,
  context,
  server,
  member,
  anotherBrowser,
}) => {
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
  const { desk, id } = await openClaimed(page, server, member)
  const second = await context.newPage()
  await second.goto(`/app/vouchers/${id}`)
  await expect.poll(async () => (await readCode(page)).code === (await readCode(second)).code).toBe(true)
  await desk.handOver(await readCode(second))
  for (const tab of [page, second]) await expect(proof(tab)).toBeVisible()
  await second.close()
  await desk.takeBack(id)
  const ready = page.getByRole('status').filter({ hasText: 'The counter took this back. Your voucher is ready again.' })
  await expect(ready).toBeVisible()
  await desk.handOver(await readCode(page))
  await expect(proof(page)).toBeVisible()
  await expect(ready).toHaveCount(0)

  await desk.giveStamps(member, 5)
  const again = await claimElsewhere(server, member, await desk.publish())
  await moveTo(page, `/app/vouchers/${again.id}`)
  const first = await readCode(page)
  const other = await (await anotherBrowser()).newPage()
  await openAs(other, member, `/app/vouchers/${again.id}`)
  await readCode(other)
  const elsewhere = 'You opened this voucher on another device'
  await expect(page.getByText(elsewhere)).toBeVisible()
  await noCode(page)
  await expect(desk.handOver(first)).rejects.toThrow(/422/)
  await page.getByRole('button', { name: 'Show it here' }).click()
  const { code } = await readCode(page)
  await expect(other.getByText(elsewhere)).toBeVisible()
  await withoutAnswersOf(page, again.id)
  await page.clock.fastForward(VOUCHER_CODE_SECONDS * 1000)
  await expect.poll(async () => (await readCode(page)).code).not.toBe(code)

  const expiring = await claimElsewhere(server, member, await desk.publish({ valid_days: 1 }))
  await moveTo(page, `/app/vouchers/${expiring.id}`)
  await readCode(page)
  await withoutAnswersOf(page, expiring.id)
  await page.clock.fastForward('49:00:00')
  const expired = page.getByRole('status').filter({ hasText: 'Expired' })
  await expect(expired).toContainText('2 stamps will come back to you within an hour.')
  await noCode(page)

  const stranger = await registerMember(server)
  await desk.giveStamps(stranger, 5)
  const reward = await desk.publish()
  const theirs = await claimElsewhere(server, stranger, reward)
  await moveTo(page, `/app/vouchers/${theirs.id}`)
  await expect(heading(page, 'We couldn’t find this voucher')).toBeVisible()
  await expect(page.getByText(reward.title)).toHaveCount(0)
})
