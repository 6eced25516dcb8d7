import { list, remove, show } from '@stampus/contract/console/announcements'
import { texts } from '@stampus/contract/texts'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openConsole, toast } from '../support/desk.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { fromGoogleDocs, fromWord, fromWordOnline, paste } from '../support/pasting.ts'
import { expectFieldError, heading, press } from '../support/web.ts'

/** Removes the announcements that a test has added: they are in every member's lists. */
const test = base.extend<{ tidiedUp: undefined }>({
  tidiedUp: [
    async ({ server }, use) => {
      const headers = await signInOperator(server, manager)
      const all = async () => (await callApi(server, list, {}, headers)).data.map(({ id }) => id)
      const before = await all()
      await use(undefined)
      for (const id of (await all()).filter((one) => !before.includes(one))) {
        const { version } = (await callApi(server, show, { id }, headers)).data
        await callApi(server, remove, { id, version }, headers)
      }
    },
    { auto: true },
  ],
})

test('D-35 D-53 D-106 an announcement is written in English and Malay, previewed as members see it, sanitized and published; it cannot be edited while it is saved, correcting its end date keeps the time, and it ends on its day and time', async ({
  page,
}) => {
  await openConsole(page, '/announcements', manager)
  await page.getByRole('link', { name: 'New announcement' }).click()
  const title = page.getByLabel('Title', { exact: true })
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const [from, clock] = [page.getByLabel('Date', { exact: true }), page.getByLabel(/^Time/)]
  const [day, time] = [page.getByRole('textbox', { name: 'End date' }), page.getByLabel(/^End time/)]
  await page.getByLabel('From a set time').check()
  await press(page, 'Save')
  await expectFieldError(title, texts.titleRequired)
  await expectFieldError(text, texts.contentRequired)
  await expectFieldError(from, texts.invalidInstant)
  await title.fill('Closed on Friday')
  await text.focus()
  await paste(page, '<p style="color:red" onclick="x()">We are <b>closed</b>.<img src="/nowhere.png"></p>')
  await page.keyboard.press('Enter')
  await press(page, 'Heading')
  await page.keyboard.type('Why')
  await press(page, 'Link')
  await page.getByRole('dialog').getByLabel('URL').fill('/app/deals')
  await press(page, 'Save link')
  await press(page, 'Add Malay text')
  await page.getByRole('textbox', { name: 'Text in Malay' }).focus()
  await paste(page, '<p style="color:red" onclick="x()">Dari <b>sembilan</b>.</p>')
  await from.fill('04/03/2020')
  await clock.fill('0800')
  await clock.press('Tab')
  await expect(clock).toHaveValue('08:00')
  await expect(from).toHaveAccessibleDescription(/^This time has passed/)
  await from.fill('04/03/2099')
  await expectNoAxeViolations(page)

  await press(page, 'Preview')
  const preview = page.getByRole('article', { name: 'Preview', exact: true })
  await expect(preview).toContainText('4 Mar 2099')
  await expect(preview.getByText('closed', { exact: true })).toHaveCSS('font-weight', '700')
  expect(await preview.locator('h2').evaluate((found) => found.parentElement?.outerHTML ?? '')).not.toContain('style=')
  const inMalay = page.getByRole('article', { name: 'Preview in Malay' })
  await expect(inMalay.locator('[lang=ms]')).toHaveText('Dari sembilan.')
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  const deals = page.getByRole('link', { name: 'Deals', exact: true })
  const signOut = page.getByRole('button', { name: 'Sign out' })
  for (const leave of [() => deals.first().click(), () => page.goBack(), () => signOut.click()]) {
    await leave()
    await leaving.getByRole('button', { name: 'Cancel' }).click()
  }

  const held = Promise.withResolvers<void>()
  await page.route('**/api/console/announcements', async (route) => {
    await held.promise
    await route.continue()
  })
  await title.press('Enter')
  await expect(title).toBeDisabled()
  await expect(text).toHaveAttribute('contenteditable', 'false')
  held.resolve()
  await expect(toast(page)).toContainText('Closed on Friday saved. Members see it from 4 Mar 2099')
  // The page of the new announcement replaces the form.
  await expect(heading(page, 'Closed on Friday')).toBeVisible()

  await page.getByLabel('As soon as you save').check()
  await day.fill('31/12/2098')
  await time.fill('12:00')
  await day.focus()
  for (const _ of '31/12/2098') await page.keyboard.press('Backspace')
  await expect(day).toHaveValue('')
  await expect(time).toHaveValue('12:00')
  await day.fill('30/12/2099')
  await time.fill('')
  await press(page, 'Save')
  await expect(toast(page)).toContainText('Closed on Friday saved. Members see it until 30 Dec 2099, 23:59.')
  await expect(time).toHaveValue('23:59')
  await page.getByLabel('From a set time').check()
  await from.fill('04/03/2020')
  await clock.fill('08:00')
  await day.fill('4.3.2020')
  await time.fill('07:59')
  await press(page, 'Save')
  await expectFieldError(day, 'The end must be after the time members first see it.')
  await day.fill('05/03/2020')
  await expect(day).toHaveAccessibleDescription(/^This time has passed. Members won't see/)
  await press(page, 'Save')
  await page.getByRole('dialog', { name: 'Save anyway?' }).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Closed on Friday saved. Members no longer see it.')
  await page.getByRole('link', { name: 'Announcements', exact: true }).first().click()
  await page.getByLabel('Status').selectOption({ label: 'Ended' })
  const row = page.getByRole('row').filter({ hasText: 'Closed on Friday' })
  await expect(row).toContainText(/Ended.*5 Mar 2020, 07:59/)
  await row.getByRole('link').click()
  await day.fill('')
  await expect(day).toHaveAccessibleDescription('Add an end date too, or the end time is ignored.')
  await press(page, 'Save')
  await expect(toast(page)).toContainText('Closed on Friday saved. Members see it now.')
  await expect(time).toHaveValue('')
})

/** What is copied, and what of it is in the text. */
const pasted = [
  [
    fromGoogleDocs,
    '<h2>Canteen hours</h2><p>Open until <strong>9 pm</strong><em> in term</em>.</p><h3>What to bring</h3><ul><li><p>Your card:</p><ul><li><p><strong><em>student</em></strong> or staff</p><ol><li><p>not a copy</p></li></ol></li></ul></li><li><p>Cash</p></li></ul><table><tbody><tr><td><p><strong>Friday</strong></p></td></tr></tbody></table><p>See <a href="/app/deals">deals</a> or above</p>',
  ],
  [
    fromWord,
    '<h2>Library notice</h2><p>Please read <strong>all of it</strong> and <em>pass it on</em>.</p><h3>Rules</h3><ol><li><p>Be <strong>quiet</strong></p><ul><li><p>phones off</p><p>laptops muted</p></li></ul></li><li><p>No food</p></li></ol><ul><li><p>Thank you</p></li></ul>',
  ],
  [
    fromWordOnline,
    '<h2>Before</h2><ul><li><p>Bring</p><ul><li><p>a <strong>card</strong></p><ol><li><p>not a copy</p></li></ol></li></ul></li><li><p>Come</p></li></ul><ol><li><p>One</p></li><li><p>Two</p></li></ol><ol><li><p>Other</p></li></ol><p>After</p>',
  ],
  [
    '<h2 style="font-weight:700">Large</h2><h3 style="font-weight: bold !important">Small</h3><h5>Least</h5><p style="font-weight:600">a<span style="font-weight:normal">b</span></p><p><b>c</b><i class="x">d</i></p><p> </p><p style="display:none">hidden</p><blockquote>e<br>f</blockquote>',
    '<h2>Large</h2><h3>Small</h3><h3>Least</h3><p><strong>a</strong>b</p><p><strong>c</strong><em>d</em></p><blockquote><p>e<br>f</p></blockquote>',
  ],
  [
    '<p>One</p><!--><p title=it\'s>Two</p><p class="x">it\'s <<!--x-->img src=x onerror=y></p><p>1 < 2</p>',
    "<p>One</p><p>Two</p><p>it's &lt;img src=x onerror=y&gt;</p><p>1 &lt; 2</p>",
  ],
  [
    '<i><table><tr style="font-weight:bold"><th>Day</th><td>Friday</td></tr><tr><td style="font-weight:bold;font-style:normal">9 <span style="font-weight:normal">pm</span></td></tr></table></i><p>After</p>',
    '<table><tbody><tr><th><em>Day</em></th><td><strong><em>Friday</em></strong></td></tr><tr><td><strong>9 </strong>pm</td></tr></tbody></table><p>After</p>',
  ],
  [
    '<b><h2>Large <i>one</i></h2><p class="MsoTitle">Title</p></b><p><a class="fixed inset-0" href="/app/deals">deals</a></p>',
    '<h3>Large <em>one</em></h3><h2>Title</h2><p><a href="/app/deals">deals</a></p>',
  ],
] as const

const hostile = {
  'comparisons that look like tags': `<p>End</p>${'if a<b then '.repeat(60_000)}`,
  'comments without an end': `<p>End</p>${'<!--'.repeat(500_000)}`,
  'an address of data without quotes': `<p>End</p><img src=data:image/png;base64,${'A'.repeat(10_000_000)}>`,
  'many breaks on lines of their own': `<p>End</p>${'\n<br>'.repeat(60_000)}`,
  'many blanks before breaks': `<p>End</p>${'<i> </i>'.repeat(30_000)}${'<br>'.repeat(30_000)}`,
  'deep nesting': `<p>End</p>${'<div style="font-weight:bold"><blockquote><ul><li aria-level=9><b>'.repeat(1_000)}`,
  'tables in tables': `<p>End</p>${'<table><tr><td>'.repeat(1_000)}${'<p>word</p>'.repeat(1_000)}`,
  'many pictures without a name': `<p>End ${'word <img>'.repeat(90_000)}</p>`,
}

test('D-35 D-53 pasting from Google Docs, Word and other pages keeps bold text, lists, headings and tables, joins the text before it, and one undo reverts it; each rejected picture is listed with its reason, a paste that is too long is rejected, and hostile content does not freeze the page', async ({
  page,
}) => {
  await openConsole(page, '/announcements/new', manager)
  await page.getByLabel('Title').fill('From elsewhere')
  const text = page.getByRole('textbox', { name: 'Text' })
  const leftOut = page.getByRole('alert').filter({ hasText: 'left out' })
  await text.focus()
  await paste(page, fromGoogleDocs)
  await expect(leftOut).toContainText('“Plan of the canteen”: it is on another website, docs.example.')
  /** What is in the text, without what the editor adds for the cursor. */
  const written = async () =>
    (await text.innerHTML()).replace(/ contenteditable="false"|<p><br class="ProseMirror-trailingBreak"><\/p>$/g, '')
  const begin = async (typed = '') => {
    await text.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.type(typed)
  }
  await begin('Before')
  await paste(page, fromWord)
  await expect(text).toContainText('Library notice')
  await page.keyboard.press('Control+z')
  await expect(text).not.toContainText('Library notice')
  for (const [html, expected] of pasted)
    await test.step(expected.slice(0, 30), async () => {
      await begin()
      await paste(page, html)
      await expect.poll(written).toBe(expected)
    })
  await begin('One ')
  await paste(page, '<h2>heading</h2>')
  await paste(page, '<ul><li>a</li><li>b</li></ul>')
  await paste(page, '<ul><li>c</li><li>d</li></ul>')
  const items = '<li><p>a</p></li><li><p>bc</p></li><li><p>d</p></li>'
  await expect.poll(written).toBe(`<p>One heading</p><ul>${items}</ul>`)

  await leftOut.getByRole('button', { name: 'Close' }).click()
  await expect(leftOut).toBeHidden()
  await begin()
  const map = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Map of\n the hall">'
  const others = ['file:///C:/Temp/clip_image001.png', 'https://pictures.example/a?b=1', '/media/x', 'cid:1@x']
  await paste(page, `<p>We meet here.</p><p>At nine.${map}${others.map((src) => `<img src="${src}">`).join('')}</p>`)
  await expect(leftOut).toContainText('5 pictures were left out.')
  await page.keyboard.press('Control+a')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'Screenshot.png', { type: 'image/png' }))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  })
  await paste(page, '<img src="https://pictures.example/logo.svg">')
  await expect(leftOut.getByRole('listitem')).toHaveText([
    '“Map of the hall”: it was copied as data.',
    "clip_image001.png: it is a file on a computer, which members can't open.",
    'Picture 3, after “We meet here.At nine.”: it is on another website, pictures.example.',
    "Picture 4, after “We meet here.At nine.”: the text can't contain pictures.",
    'Picture 5, after “We meet here.At nine.”: only the program it was copied from can open it.',
    'Screenshot.png: it is a picture file.',
    /^logo\.svg: it is on another website/,
  ])
  await expect(text).toHaveText('We meet here.At nine.')
  await press(page, 'Save')
  await expect(toast(page)).toContainText('saved as a draft. 7 pictures were left out.')
  await expect(page).toHaveURL(/\/announcements\/\d+$/)
  await expect(leftOut).toContainText('“Map of the hall”: it was copied as data.')

  await begin('Before ')
  await paste(page, '<p>word</p>'.repeat(100_000))
  await expect(toast(page)).toHaveText(
    'This is too long for an announcement, so nothing was pasted. Copy a smaller part.',
  )
  await expect(text).toHaveText('Before')
  await paste(page, `after<img alt="Plan" src="data:image/png;base64,${'A'.repeat(10_000_000)}">`)
  await expect(text).toHaveText('Before after')
  for (const [what, html] of Object.entries(hostile))
    await test.step(what, async () => {
      await begin()
      await paste(page, html)
      await expect(text).toContainText('End')
    })
})
