import type { Page } from '@playwright/test'
import { connectOperator } from '../../support/browser/operators.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { submitTodaysReceipt } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { inMalay } from '../support/languages.ts'
import { noCode, readCode, row, voucherIdOf } from '../support/rewards.ts'
import { heading, openAs } from '../support/web.ts'

const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

const english = {
  cancelled: 'Cancelled',
  why: 'An approval was reversed after you spent its stamps, so this voucher was cancelled.',
  back: '1 stamp came back to you.',
  returned: /^\+1 stampTwo kuihStamps returned · /,
  reversed: /^\u22122 stampsWarung Kak RosApproval reversed · /,
  card: 'Stamp card',
  balance: /^\u22121 stamp/,
  cardText:
    'We took back some stamps after a correction, so your balance is below zero. Your next stamps fill the gap first.',
  below: 'Your balance is below zero. New stamps fill it up first.',
  blocked: 'Your balance is below zero. New stamps fill it up first; then you can claim rewards again.',
  untouched: 'Your stamps are untouched.',
  earn: 'Send a receipt',
  claim: 'Claim for 1 stamp',
  cancel: 'Cancel',
}
const malay: typeof english = {
  cancelled: 'Dibatalkan',
  why: 'Satu kelulusan telah ditarik balik selepas copnya anda gunakan, jadi baucar ini dibatalkan.',
  back: '1 cop dikembalikan kepada anda.',
  returned: /^\+1 copDua ketul kuihCop dikembalikan · /,
  reversed: /^\u22122 copWarung Kak RosKelulusan ditarik balik · /,
  card: 'Kad cop',
  balance: /^\u22121 cop/,
  cardText:
    'Beberapa cop anda ditarik balik selepas pembetulan. Cop anda yang seterusnya akan digunakan untuk menampung kekurangan ini.',
  below: 'Baki anda kurang daripada sifar. Cop baharu akan menampungnya dahulu.',
  blocked:
    'Baki anda kurang daripada sifar. Cop baharu akan menampungnya dahulu; selepas itu anda boleh menuntut ganjaran semula.',
  untouched: 'Cop anda tidak berkurang.',
  earn: 'Hantar resit anda',
  claim: 'Tuntut dengan 1 cop',
  cancel: 'Batal',
}

test('R-5.02 R-5.03 after a reversal of spent stamps, a member reads in English and Malay that the balance is below zero, cannot claim, and can again once new stamps have filled it', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const operator = await connectOperator(server)
  const receipt = await submitTodaysReceipt(server, member)
  await operator.approve(receipt)
  const kopi = await desk.publish({ title: 'Free kopi O', title_ms: 'Kopi O percuma', stamps: 1 })
  const kuih = await desk.publish({ title: 'Two kuih', title_ms: 'Dua ketul kuih', stamps: 1 })
  // The approval can be undone for ten seconds, and until then its stamps cannot be spent.
  let used = 0
  await expect(async () => {
    used = (await claimElsewhere(server, member, kopi)).id
  }).toPass({ timeout: 20_000 })
  await openAs(page, member, `/app/vouchers/${used}`)
  await desk.handOver(await readCode(page))
  await expect(status(page, /^Used at \d\d:\d\d, Boba Bukit$/)).toBeVisible()
  // A confirmation that was opened while the member still had a stamp.
  const early = await context.newPage()
  await early.goto(`/app/rewards/${kopi.id}?claim=1`)
  const spend = early.getByRole('dialog').getByRole('button', { name: 'Spend 1 stamp' })
  await expect(spend).toBeVisible()
  const { id: ready } = await claimElsewhere(server, member, kuih)
  await page.goto(`/app/vouchers/${ready}`)
  await readCode(page)

  await operator.rejectAfterwards(receipt, 'The receipt is a copy.')
  await expectCancelled(page, english)
  await noCode(page)
  await spend.click()
  await expectBlocked(early, english)
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await row(page, 'Free kopi O').getByRole('link').click()
  await expect(status(page, /^Used at \d\d:\d\d, Boba Bukit$/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'All stamp movements' }).click()
  await expectMovements(page, english)
  await page.getByRole('link', { name: 'Stampus' }).first().click()
  await expectBelowZero(page, english)
  await early.goto(`/app/rewards/${kopi.id}?claim=1`)
  await expectBlocked(early, english)
  await expectNoClaim(early, english)

  await context.addCookies([{ ...inMalay, url: server.url }])
  await page.goto(`/app/vouchers/${ready}`)
  await expectCancelled(page, malay)
  await page.goto('/app/history/stamps')
  await expectMovements(page, malay)
  await page.goto('/')
  await expectBelowZero(page, malay)
  await page.goto(`/app/rewards/${kopi.id}?claim=1`)
  await expectBlocked(page, malay)
  await expectNoClaim(page, malay)

  await desk.giveStamps(member, 1)
  await page.reload()
  await expect(page.getByRole('main')).toContainText('1 cop lagi')
  await expect(page.getByRole('main')).not.toContainText(malay.below)
  await desk.giveStamps(member, 1)
  await page.goto('/')
  await expect(page.getByRole('region', { name: malay.card })).toContainText(/^1 cop/)
  await page.goto(`/app/rewards/${kopi.id}`)
  await page.getByRole('button', { name: malay.claim }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Guna 1 cop' }).click()
  await voucherIdOf(page)
  await readCode(page)
  await expect(heading(page, 'Kopi O percuma')).toBeVisible()
})

async function expectCancelled(page: Page, words: typeof english) {
  await expect(status(page, words.cancelled)).toContainText(words.why)
  await expect(status(page, words.cancelled)).toContainText(words.back)
}

/** The confirmation of a claim says why it fails. */
async function expectBlocked(page: Page, words: typeof english) {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(words.blocked)
  await expect(dialog.getByRole('alert')).toContainText(words.untouched)
  await expect(dialog.getByRole('link', { name: words.earn })).toBeVisible()
}

async function expectMovements(page: Page, words: typeof english) {
  const movements = page.getByRole('main').getByRole('listitem')
  await expect(movements.filter({ hasText: words.returned })).toHaveCount(1)
  await expect(movements.filter({ hasText: words.reversed })).toHaveCount(1)
}

async function expectBelowZero(page: Page, words: typeof english) {
  const card = page.getByRole('region', { name: words.card })
  await expect(card).toContainText(words.cardText)
  await expect(card).toContainText(words.balance)
}

/** Behind the confirmation, the page of the reward offers no claim. */
async function expectNoClaim(page: Page, words: typeof english) {
  await page.getByRole('dialog').getByRole('button', { name: words.cancel }).click()
  await expect(page.getByRole('main')).toContainText(words.below)
  await expect(page.getByRole('button', { name: words.claim })).toHaveCount(0)
}
