import { reinstate, suspend } from '@stampus/contract/console/members'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { proof, readCode, storedKeys } from '../support/rewards.ts'
import { logIn, openAs } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_|Failed to fetch/ })

test('R-3.06 the voucher of a suspended member cannot be used, the member reads why, and it can be used again afterwards', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const { id } = await claimElsewhere(server, member, await desk.publish())
  const path = `/app/vouchers/${id}`
  await openAs(page, member, path)
  await readCode(page)
  // Without a network, the phone does not know of the suspension and still shows codes.
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: /^You’re offline/ })).toBeVisible()
  const headers = await signInOperator(server, manager)
  await callApi(server, suspend, { id: member.id, reason: 'Forged receipts' }, headers)
  const before = await readCode(page)
  await expect(desk.handOver(before)).rejects.toThrow('This voucher cannot be used now.')

  await context.setOffline(false)
  await expect(page).toHaveURL('/login?reason=suspended')
  const why = 'Your account has been suspended. Please contact support for assistance.'
  await expect(page.getByText(why)).toBeVisible()
  expect(await storedKeys(page)).toBeNull()
  await callApi(server, reinstate, { id: member.id }, headers)
  // The code from before the suspension is worthless.
  await expect(desk.handOver(before)).rejects.toThrow('This code is not valid now.')
  await page.goto(`/login?redirect=${encodeURIComponent(path)}`)
  await logIn(page, member)
  await desk.handOver(await readCode(page))
  await expect(proof(page)).toBeVisible()
})
