import type { Page } from '@playwright/test'

/**
 * The clipboard HTML after copying from Google Docs: a `b` around everything that is not bold, styles on every span.
 */
export const fromGoogleDocs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b2c3d-7fff-5e6f-a7b8-c9d0e1f2a3b4">
<h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;">${span('Canteen hours')}</h1>
<p dir="ltr" style="line-height:1.38;text-align:justify;">${span('Open until ')}${span('9 pm', 'font-weight:700;')}${span(' in term', 'font-weight:400;font-style:italic;')}${span('.')}</p><br />
<h2 dir="ltr" style="line-height:1.38;">${span('What to bring')}</h2>
<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">
<li dir="ltr" style="list-style-type:disc;font-size:11pt;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation">${span('Your card:')}</p></li>
<ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation">${span('student', 'font-weight:700;font-style:italic;')}${span(' or staff')}</p></li>
<ol style="margin-top:0;"><li dir="ltr" style="list-style-type:lower-roman;" aria-level="3"><p dir="ltr" role="presentation">${span('not a copy')}</p></li></ol></ul>
<li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation">${span('Cash')}</p></li></ul>
<p dir="ltr"><span style="border:none;display:inline-block;overflow:hidden;width:300px;height:200px;"><img src="https://docs.example/docsz/AD_4nXe" width="300" height="200" style="margin-left:0px;" alt="Plan of the canteen" /></span></p>
<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="100" /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;"><p dir="ltr" style="line-height:1.2;">${span('Friday', 'font-weight:700;')}</p></td></tr></tbody></table></div>
<p dir="ltr">${span('See ')}<a href="/app/deals" style="text-decoration:none;">${span('deals', 'text-decoration:underline;')}</a>${span(' or ')}<a href="#heading=h.x1">${span('above')}</a></p></b><br class="Apple-interchange-newline">`

function span(text: string, style = 'font-weight:400;font-style:normal;') {
  return `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;${style}white-space:pre-wrap;">${text}</span>`
}

/** The same from Word: lists are paragraphs with a written bullet, and bold has its tag. */
export const fromWord = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=Generator content="Microsoft Word 15"><title>Notice</title><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]-->
<style><!-- @list l0:level1 {mso-level-number-format:bullet;} p.MsoNormal {margin:0in;} --></style></head>
<body lang=EN-GB style='tab-interval:.5in;word-wrap:break-word'><!--StartFragment-->
<p class=MsoTitle><span lang=EN-MY>Library notice<o:p></o:p></span></p>
<p class=MsoNormal>Please read <b style='mso-bidi-font-weight:normal'>all of
it</b> and <i style='mso-bidi-font-style:normal'>pass it on</i>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<h2>Rules<o:p></o:p></h2>
${item('First', 1, "<span style='mso-list:Ignore'>1.<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp; </span></span>", 'Be <b>quiet</b>')}
${item('Middle', 2, "<span style='font-family:\"Courier New\"'><span style='mso-list:Ignore'>o<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span></span>", 'phones off')}
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in'>laptops muted<o:p></o:p></p>
${item('Last', 1, "<span style='mso-list:Ignore'>2.<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp; </span></span>", 'No food')}
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="Picture_x0020_1" type="#_x0000_t75"><v:imagedata src="file:///C:/Temp/msohtmlclip1/01/clip_image001.png" o:title="x"/></v:shape><![endif]--><![if !vml]><img border=0 width=624 height=416 src="file:///C:/Temp/msohtmlclip1/01/clip_image002.jpg" v:shapes="Picture_x0020_1"><![endif]><o:p></o:p></p>
${item('', 1, "<span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;</span></span></span>", 'Thank you', 'l1 level1 lfo2')}
<!--EndFragment--></body></html>`

function item(place: string, level: number, bullet: string, text: string, list = `l0 level${level} lfo1`) {
  const name = place ? `MsoListParagraphCxSp${place}` : 'MsoListParagraph'
  const style = `margin-left:${level / 2}in;text-indent:-.25in;mso-list:${list}`
  return `<p class=${name} style='${style}'><![if !supportLists]>${bullet}<![endif]>${text}<o:p></o:p></p>`
}

/** Word online puts each item into a list and a box of its own, and a blank behind each text. */
export const fromWordOnline = `<div class="OutlineElement Ltr SCXW9 BCX8">${line('Before', 'role="heading" aria-level="1"')}</div>
${online('ul', 1, 1, 'Bring')}${online('ul', 1, 2, 'a <b>card</b>')}${online('ol', 1, 3, 'not a copy')}${online('ul', 1, 1, 'Come')}
${online('ol', 2, 1, 'One')}${online('ol', 2, 1, 'Two')}${online('ol', 3, 1, 'Other')}<div class="OutlineElement Ltr SCXW9 BCX8">${line('')}</div>
<div class="OutlineElement Ltr SCXW9 BCX8">${line('After')}</div>`

function online(tag: 'ul' | 'ol', list: number, level: number, text: string) {
  return `<div class="ListContainerWrapper SCXW9 BCX8" style="margin:0px;position:relative;"><${tag} class="SCXW9 BCX8" role="list" style="margin:0px;"><li data-leveltext="%1." data-listid="${list}" data-aria-posinset="1" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW9 BCX8" style="display:block;">${line(text)}</li></${tag}></div>`
}

function line(text: string, role = '') {
  return `<p class="Paragraph SCXW9 BCX8" ${role} style="font-weight:normal;font-style:normal;"><span data-contrast="auto" class="TextRun SCXW9 BCX8" style="font-weight:normal;"><span class="NormalTextRun SCXW9 BCX8" style="margin:0px;">${text}</span></span><span class="EOP SCXW9 BCX8" style="white-space:pre-wrap;">&nbsp;</span></p>`
}

/** Pastes HTML where the cursor is. */
export async function paste(page: Page, html: string) {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(paste)
  }, html)
}
