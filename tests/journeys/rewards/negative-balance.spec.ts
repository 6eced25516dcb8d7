import { connectOperator } from '../../support/browser/operators.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { submitTodaysReceipt } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { openInMalay } from '../support/languages.ts'
import { noCode, readCode, voucherIdOf } from '../support/rewards.ts'
import { openAs } from '../support/web.ts'

const english = {
  title: 'Free kopi O',
  used: /^Used at \d\d:\d\d, Boba Bukit$/,
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
  missing: '1 stamp to go',
  claim: 'Claim for 1 stamp',
  spend: 'Spend 1 stamp',
  filled: /^1 stamp/,
}
const malay: typeof english = {
  title: 'Kopi O percuma',
  used: /^Digunakan pada \d\d:\d\d, Boba Bukit$/,
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
  missing: '1 cop lagi',
  claim: 'Tuntut dengan 1 cop',
  spend: 'Guna 1 cop',
  filled: /^1 cop/,
}

for (const [language, words] of [
  ['English', english],
  ['Malay', malay],
] as const)
  test(`R-5.02 R-5.03 after a reversal of spent stamps, a member reads in ${language} that the balance is below zero, cannot claim, and can again once new stamps have filled it`, async ({
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
    const path = `/app/vouchers/${used}`
    if (language === 'Malay') await openInMalay(page, server, member, path)
    else {
      await openAs(page, member, path)
    }
    await desk.handOver(await readCode(page))
    await expect(page.getByRole('status').filter({ hasText: words.used })).toBeVisible()
    // A confirmation that was opened while the member still had a stamp.
    const early = await context.newPage()
    await early.goto(`/app/rewards/${kopi.id}?claim=1`)
    const spend = early.getByRole('dialog').getByRole('button', { name: words.spend })
    await expect(spend).toBeVisible()
    const { id: ready } = await claimElsewhere(server, member, kuih)
    await page.goto(`/app/vouchers/${ready}`)
    await readCode(page)

    await operator.rejectAfterwards(receipt, 'The receipt is a copy.')
    const cancelled = page.getByRole('status').filter({ hasText: words.cancelled })
    await expect(cancelled).toContainText(words.why)
    await expect(cancelled).toContainText(words.back)
    await noCode(page)
    await spend.click()
    const problem = early.getByRole('dialog').getByRole('alert')
    await expect(problem).toContainText(words.blocked)
    await expect(problem).toContainText(words.untouched)
    await expect(early.getByRole('dialog').getByRole('link', { name: words.earn })).toBeVisible()
    await page.goto(path)
    await expect(page.getByRole('status').filter({ hasText: words.used })).toBeVisible()
    await page.goto('/app/history/stamps')
    const movements = page.getByRole('main').getByRole('listitem')
    await expect(movements.filter({ hasText: words.returned })).toHaveCount(1)
    await expect(movements.filter({ hasText: words.reversed })).toHaveCount(1)
    await page.goto('/')
    const card = page.getByRole('region', { name: words.card })
    await expect(card).toContainText(words.cardText)
    await expect(card).toContainText(words.balance)
    await page.goto(`/app/rewards/${kopi.id}`)
    await expect(page.getByRole('main')).toContainText(words.below)
    await expect(page.getByRole('button', { name: words.claim })).toHaveCount(0)
    await page.goto(`/app/rewards/${kopi.id}?claim=1`)
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(words.blocked)

    await desk.giveStamps(member, 1)
    await page.goto(`/app/rewards/${kopi.id}`)
    await expect(page.getByRole('main')).toContainText(words.missing)
    await expect(page.getByRole('main')).not.toContainText(words.below)
    await desk.giveStamps(member, 1)
    await page.goto('/')
    await expect(card).toContainText(words.filled)
    await page.goto(`/app/rewards/${kopi.id}`)
    await page.getByRole('button', { name: words.claim }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.spend }).click()
    await voucherIdOf(page)
    await readCode(page)
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
  })
