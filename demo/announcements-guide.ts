import type { DemoAnnouncement } from './announcements.ts'

/** How the scheme works. */
export const guideAnnouncements: readonly DemoAnnouncement[] = [
  {
    slug: 'how-stamps-work',
    title: 'How Stamps Work',
    publishedDaysAgo: 58,
    cover: { scene: 'card', tone: 'blue', emblem: 'cup' },
    content: `<p>Every approved receipt from a partner merchant puts stamps on your card. The rule is short:</p>
<ul><li><strong>One stamp for every full RM 10</strong> on the receipt.</li><li>At least one stamp for any amount above zero.</li><li>At most 50 stamps for one receipt.</li></ul>
<table><thead><tr><th>Receipt total</th><th>Stamps</th></tr></thead><tbody><tr><td>RM 4.50</td><td>1</td></tr><tr><td>RM 19.90</td><td>1</td></tr><tr><td>RM 20.00</td><td>2</td></tr><tr><td>RM 86.35</td><td>8</td></tr></tbody></table>
<p>The stamps land as soon as a reviewer approves the receipt. You will get an email, and the card on your home page fills by itself.</p>`,
  },
  {
    slug: 'first-receipt',
    title: 'Your First Receipt in Four Steps',
    publishedDaysAgo: 56,
    cover: { scene: 'stamping', tone: 'sand', emblem: 'basket' },
    content: `<ol><li>Pay at any <a href="/app/merchants">partner merchant</a> and keep the slip.</li><li>Open the merchant’s page, or scan the code on the counter.</li><li>Photograph the whole slip and type the <strong>total amount</strong> and the <strong>invoice number</strong>.</li><li>Submit. You can follow it under <a href="/app/submissions">History</a>.</li></ol>
<p>Most receipts are read within one working day. Until then yours is shown as <em>pending</em>.</p>`,
  },
  {
    slug: 'photographing-receipts',
    title: 'Five Tips for a Receipt We Can Read',
    publishedDaysAgo: 41,
    cover: { scene: 'photograph', tone: 'blush', emblem: 'camera' },
    content: `<p>One rejected receipt in three is simply unreadable. A good picture takes ten seconds:</p>
<ol><li><strong>Lay it flat</strong> on a dark table; smooth the folds.</li><li><strong>Fill the frame</strong>, but leave a finger’s width around the edges.</li><li><strong>Stand by a window.</strong> Switch the flash off: it burns a white hole into thermal paper.</li><li><strong>Hold still</strong> and tap on the total to focus.</li><li><strong>Check it</strong> before you send: can you read shop name, date, invoice number and total?</li></ol>
<p>Long receipt? Fold it so that the shop name and the total are both in the picture. JPG, PNG, WEBP and HEIC up to 10MB are welcome.</p>`,
  },
  {
    slug: 'where-is-the-invoice-number',
    title: 'Where to Find the Invoice Number',
    publishedDaysAgo: 33,
    cover: { scene: 'tray', tone: 'blue', emblem: 'nib' },
    content: `<p>Tills call it by many names. Look near the date, or just above the bar code:</p>
<table><thead><tr><th>On the slip</th><th>What you type</th></tr></thead><tbody><tr><td>INV NO: 004512</td><td>004512</td></tr><tr><td>No. Resit B-77310</td><td>77310</td></tr><tr><td>Bill #20931</td><td>20931</td></tr><tr><td>TRX 0008-1172</td><td>00081172</td></tr></tbody></table>
<p>Type <strong>digits only</strong>. Letters and dashes are left out.</p>`,
  },
  {
    slug: 'why-receipts-are-rejected',
    title: 'Why a Receipt Is Rejected, and What to Do Next',
    publishedDaysAgo: 27,
    cover: { scene: 'slips', tone: 'sky', emblem: 'glasses' },
    content: `<p>A rejected submission always says why. The usual reasons:</p>
<ul><li>The picture is too blurred or too dark to read.</li><li>The amount or invoice number does not match the slip.</li><li>The slip is from another shop, or older than 60 days.</li><li>The same receipt was sent before.</li></ul>
<h3>Can I send it again?</h3>
<p>Yes. If the picture was the trouble, take a better one and submit the same receipt again. Read the <em>Admin Comments</em> first: they often say exactly what was missing.</p>`,
  },
  {
    slug: 'one-receipt-one-reward',
    title: 'One Receipt, One Reward',
    publishedDaysAgo: 22,
    cover: { scene: 'slips', tone: 'clay', emblem: 'noodles' },
    content: `<p>Each receipt earns stamps <strong>once</strong>, for the person who paid. When friends share a bill, agree who submits it before you leave the table.</p>
<blockquote>Ask the counter to split the bill. Three slips of RM 12 earn three people a stamp each.</blockquote>
<p>If somebody else has sent your receipt, submit it anyway. Reviewers see both and decide fairly.</p>`,
  },
  {
    slug: 'payments-are-simulated',
    title: 'Payments Here Are Simulated',
    publishedDaysAgo: 50,
    cover: { scene: 'playMoney', tone: 'sky', emblem: 'basket' },
    content: `<h2>No real money moves</h2>
<p>This is a campus programme. Nothing in this app charges a card, holds a deposit or pays a merchant. You pay at the counter as you always do; here you only show the receipt.</p>
<p>Stamps are not money. They cannot be sold, lent or exchanged for cash. The <a href="/terms-and-conditions">terms and conditions</a> say so in full.</p>`,
  },
]
