import { list } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { bearing, call } from '../api.ts'
import { aPicture } from '../people.ts'
import { expect, test } from './fixtures.ts'
import { fill, openForm } from './receiptForm.ts'
import { heading, tab } from './web.ts'

test.use({ expectedFaults: /net::ERR_FAILED/ })

test('D-95 S-3.06 a receipt that waits is looked at from home and the history, and goes on waiting', async ({
  page,
  context,
  server,
  member,
}) => {
  await openForm(page, server, member)
  await fill(page, await aPicture())
  await context.route('**/api/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Submit receipt' }).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(heading(page, 'Submit Receipt')).toBeVisible()
  await page.reload()
  await expect(page.getByText(texts.merchantFailed)).toBeVisible()
  await expect(page.getByLabel('Total amount')).toBeDisabled()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await tab(page, 'History').click()
  await expect(page.getByText(texts.submissionsFailed)).toBeVisible()
  await expect(page.getByText(/^A receipt waits for the network/)).toBeVisible()
  await context.unroute('**/api/**')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  expect((await call(server, list, {}, bearing(member.token))).data).toHaveLength(1)
})
