import { mailOf } from '../../../server/platform/mail/layout.ts'
import { writeMailFile } from '../../../server/platform/mail/mail-files.ts'
import { expect, test } from '../../journeys/support/fixtures.ts'
import { full, printFigures } from '../../stress/profile.ts'
import { test as besideStub } from '../../stub/fixtures.ts'
import { payloads } from './payloads.ts'
import { chunk } from './protection-layers.ts'
import { interactWithAll, watchContext } from './watched-context.ts'

const to = 'somebody@student.campus.edu.my'
const texts = chunk(full ? 1 : 10, payloads).map((some) => some.map(({ text }) => text).join(' '))

/** A mail with the same text everywhere. */
function messageWith(text: string) {
  const link = `https://rewards.campus.example/?id=${text}`
  const environment = { PRODUCT_NAME: text, LEGAL_NAME: text, SUPPORT_EMAIL: text }
  const message = { subject: text, greeting: text, before: [text], action: { label: text, link }, after: [text] }
  return mailOf(environment, { email: to, language: 'en' }, message)
}

/** The file of this mail. */
function fileOf({ subject, text }: { subject: string; text: string }): Buffer {
  const base64 = (words: string) => Buffer.from(words).toString('base64')
  const head = `To: ${to}\r\nSubject: =?UTF-8?B?${base64(subject)}?=\r\nContent-Type: text/plain; charset=utf-8`
  return Buffer.from(`${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(text)}`)
}

besideStub(
  'D-23 D-35 no text does harm in the HTML of a mail, without a content security policy',
  async ({ page, context }) => {
    const watch = await watchContext(context)
    for (const text of texts) {
      const { html } = messageWith(text)
      await page.route('**/mail', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
      await page.goto('/mail')
      expect(
        await page.locator('img, svg, math, script, iframe, input, [onerror], a:not([href^="https:"])').count(),
        text,
      ).toBe(0)
      await interactWithAll(page)
    }
    await page.waitForLoadState('networkidle')
    printFigures('Letters as HTML', {
      payloads: payloads.length,
      texts: texts.length,
      ran: watch.hits.size,
      'calls of another site': watch.away.length,
    })
    expect([...watch.hits, ...watch.away]).toEqual([])
  },
)

test('D-26 D-35 no text runs as code on the pages that show mail to developers', async ({ page, context, server }) => {
  const watch = await watchContext(context)
  const sent = payloads.slice(0, 40)
  for (const { text } of sent) await writeMailFile(server.dataDir, to, fileOf(messageWith(text)))
  await page.goto('/dev/mail')
  await interactWithAll(page)
  const addresses = await page
    .locator('a[href^="/dev/mail/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  for (const address of addresses.slice(0, sent.length)) {
    await page.goto(address)
    await interactWithAll(page)
  }
  printFigures('Pages of mail for developers', {
    mails: sent.length,
    ran: watch.hits.size,
    'blocked by the policy': watch.blocked.length,
  })
  expect([...watch.hits, ...watch.away, ...watch.blocked]).toEqual([])
})
