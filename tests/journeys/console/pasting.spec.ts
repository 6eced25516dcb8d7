import type { Page } from '@playwright/test'
import { publishAnnouncement, readPublished, startAnnouncement, test } from '../support/announcement-form.ts'
import { toast } from '../support/desk.ts'
import { expect } from '../support/fixtures.ts'
import { fromGoogleDocs, fromWord, paste } from '../support/pasting.ts'
import { heading } from '../support/web.ts'

test('D-35 D-53 pasting from Google Docs, Word and other pages keeps bold text, lists, headings and tables, joins the text before it, and one undo reverts it', async ({
  page,
  server,
}) => {
  await startAnnouncement(page, 'From Google Docs')
  await paste(page, fromGoogleDocs)
  await expect(leftOut(page)).toContainText('“Plan of the canteen”: it is on another website, docs.example.')
  await publishAnnouncement(page)
  await expect
    .poll(() => readPublished(server, 'From Google Docs'))
    .toBe(
      [
        '<h2>Canteen hours</h2><p>Open until <strong>9 pm</strong><em> in term</em>.</p><h3>What to bring</h3>',
        '<ul><li><p>Your card:</p><ul><li><p><strong><em>student</em></strong> or staff</p>',
        '<ol><li><p>not a copy</p></li></ol></li></ul></li><li><p>Cash</p></li></ul>',
        '<table><tbody><tr><td><p><strong>Friday</strong></p></td></tr></tbody></table>',
        '<p>See <a href="/app/deals" rel="noopener">deals</a> or above</p>',
      ].join(''),
    )

  const text = await startNext(page, 'From Word')
  await page.keyboard.type('Before')
  await paste(page, fromWord)
  await expect(text).toContainText('Library notice')
  await page.keyboard.press('Control+z')
  await expect(text).not.toContainText('Library notice')
  await clear(page)
  await paste(page, fromWord)
  await publishAnnouncement(page)
  await expect
    .poll(() => readPublished(server, 'From Word'))
    .toBe(
      [
        '<h2>Library notice</h2><p>Please read <strong>all of it</strong> and <em>pass it on</em>.</p><h3>Rules</h3>',
        '<ol><li><p>Be <strong>quiet</strong></p><ul><li><p>phones off</p><p>laptops muted</p></li></ul></li>',
        '<li><p>No food</p></li></ol><ul><li><p>Thank you</p></li></ul>',
      ].join(''),
    )

  await startNext(page, 'From a page')
  const heads =
    '<h2 style="font-weight:700">Large</h2><h3 style="font-weight: bold !important">Small</h3><h5>Least</h5>'
  const words =
    '<p style="font-weight:600">a<span style="font-weight:normal">b</span></p><p><b>c</b><i class="x">d</i></p>'
  await paste(page, `${heads}${words}<p> </p><p style="display:none">hidden</p><blockquote>e<br>f</blockquote>`)
  await publishAnnouncement(page)
  await expect
    .poll(() => readPublished(server, 'From a page'))
    .toBe(
      [
        '<h2>Large</h2><h3>Small</h3><h3>Least</h3><p><strong>a</strong>b</p>',
        '<p><strong>c</strong><em>d</em></p><blockquote><p>e<br />f</p></blockquote>',
      ].join(''),
    )

  await startNext(page, 'Behind a word')
  await page.keyboard.type('One ')
  await paste(page, '<h2>heading</h2>')
  await paste(page, '<ul><li>a</li><li>b</li></ul>')
  await paste(page, '<ul><li>c</li><li>d</li></ul>')
  await publishAnnouncement(page)
  const items = '<li><p>a</p></li><li><p>bc</p></li><li><p>d</p></li>'
  await expect.poll(() => readPublished(server, 'Behind a word')).toBe(`<p>One heading</p><ul>${items}</ul>`)
})

test('D-35 D-53 each rejected picture is listed with its reason, on pasting and on saving, and no text is lost', async ({
  page,
  server,
}) => {
  const text = await startAnnouncement(page, 'Without pictures')
  const map = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Map of\n the hall">'
  const file = '<img src="file:///C:/Temp/clip_image001.png">'
  const other = '<img src="https://pictures.example/a?b=1">'
  await paste(
    page,
    `<p>We ${map}meet ${file}here.</p><p>At nine.${other}</p><img src="/media/x"><img src="cid:1@x" alt="">`,
  )
  await expect(text).toContainText('We meet here.')
  await expect(leftOut(page)).toContainText('5 pictures were left out.')
  await expect(leftOut(page).getByRole('listitem')).toHaveText([
    '“Map of the hall”: it was copied as data.',
    "clip_image001.png: it is a file on a computer, which members can't open.",
    'Picture 3, after “We meet here.At nine.”: it is on another website, pictures.example.',
    "Picture 4, after “We meet here.At nine.”: the text can't contain pictures.",
    'Picture 5, after “We meet here.At nine.”: only the program it was copied from can open it.',
  ])
  await page.keyboard.press('Control+a')
  await pasteFile(page, 'Screenshot.png')
  await paste(page, '<img src="https://pictures.example/logo.svg">')
  await expect(leftOut(page).getByRole('listitem').nth(5)).toHaveText('Screenshot.png: it is a picture file.')
  await expect(leftOut(page).getByRole('listitem').nth(6)).toContainText('logo.svg: it is on another website')
  await expect(text).toHaveText('We meet here.At nine.')
  await publishAnnouncement(page)
  await expect(toast(page)).toContainText('Members see it now. 7 pictures were left out.')
  await expect(page).toHaveURL(/\/announcements\/\d+$/)
  await expect(leftOut(page)).toContainText('“Map of the hall”: it was copied as data.')
  expect(await readPublished(server, 'Without pictures')).toBe('<p>We meet here.</p><p>At nine.</p>')
  await leftOut(page).getByRole('button', { name: 'Close' }).click()
  await expect(leftOut(page)).toBeHidden()
  await page.reload()
  await expect(text).toHaveText('We meet here.At nine.')
  await expect(leftOut(page)).toBeHidden()
  await page.getByRole('link', { name: 'Announcements', exact: true }).first().click()
  await expect(heading(page, 'Announcements')).toBeVisible()
  await page.goBack()
  await expect(text).toHaveText('We meet here.At nine.')
  await expect(leftOut(page)).toBeHidden()
})

const hostile = {
  'comparisons that look like tags': `<p>End</p>${'if a<b then '.repeat(60_000)}`,
  'comments without an end': `<p>End</p>${'<!--'.repeat(500_000)}`,
  'an address of data without quotes': `<p>End</p><img src=data:image/png;base64,${'A'.repeat(10_000_000)}>`,
  'an address of letters': `<p>End</p><img src="${'a'.repeat(900_000)}">`,
  'many elements in one': `<p><b>End${'<wbr>'.repeat(150_000)}</b></p>`,
  'many breaks on lines of their own': `<p>End</p>${'\n<br>'.repeat(60_000)}`,
  'many blanks before breaks': `<p>End</p>${'<i> </i>'.repeat(30_000)}${'<br>'.repeat(30_000)}`,
  'many pictures without a name': `<p>End ${'word <img>'.repeat(90_000)}</p>`,
}

test('D-35 D-53 a paste that is too long is rejected with a message, large pictures in it do not count, the preview of a long text opens at its top, and hostile content does not freeze the page', async ({
  page,
}) => {
  const text = await startAnnouncement(page, 'Long')
  await page.keyboard.type('Before ')
  await paste(page, '<p>word</p>'.repeat(100_000))
  await expect(toast(page)).toHaveText(
    'This is too long for an announcement, so nothing was pasted. Copy a smaller part.',
  )
  await expect(text).toHaveText('Before')
  await paste(page, `after<img alt="Plan" src="data:image/png;base64,${'A'.repeat(10_000_000)}">`)
  await expect(text).toHaveText('Before after')
  await expect(leftOut(page)).toContainText('“Plan”: it was copied as data.')

  await clear(page)
  await page.getByLabel('Title').fill('A long one')
  await text.focus()
  await paste(page, `<h2>First of all</h2>${'<p>Read on.</p>'.repeat(60)}<p><a href="/app/deals">Deals</a></p>`)
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('article', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'A long one' })).toBeInViewport()
  await expect(preview.getByRole('heading', { name: 'First of all' })).toBeInViewport()
  expect(await page.getByRole('dialog').evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'As members will see it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()

  await text.focus()
  for (const [what, html] of Object.entries(hostile))
    await test.step(what, async () => {
      await page.keyboard.press('Control+a')
      await paste(page, html)
      await expect(text).toContainText('End')
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Still here')
      await expect(text).toHaveText('Still here')
    })
})

/** Starts another announcement in the open console. */
async function startNext(page: Page, title: string) {
  await page.getByRole('link', { name: 'Announcements', exact: true }).first().click()
  await page.getByRole('link', { name: 'New announcement' }).click()
  await expect(heading(page, 'New announcement')).toBeVisible()
  await page.getByLabel('Title').fill(title)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.focus()
  return text
}

async function clear(page: Page) {
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
}

async function pasteFile(page: Page, name: string) {
  await page.evaluate((named) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], named, { type: 'image/png' }))
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(paste)
  }, name)
}

const leftOut = (page: Page) => page.getByRole('alert').filter({ hasText: 'left out' })
