import type { DemoAnnouncement } from './announcements.ts'

/** Care, safety and plain notices. */
export const noticeAnnouncements: readonly DemoAnnouncement[] = [
  {
    slug: 'data-notice',
    title: 'What We Keep About You, and for How Long',
    publishedDaysAgo: 48,
    cover: { scene: 'lock', tone: 'clay', emblem: 'heart' },
    content: `<p>We keep as little as the scheme needs:</p>
<ul><li>Your name, college address and, if you add one, your profile picture.</li><li>Each receipt’s picture, amount, date and invoice number.</li><li>Who decided on it and when.</li></ul>
<h3>Who sees a receipt</h3>
<p>You and the reviewers. Nobody else, and <strong>no merchant</strong>. Location and camera details are removed from the picture that reviewers see.</p>
<p>Please cover bank card digits and phone numbers before you photograph. The <a href="/privacy-policy">privacy policy</a> has the rest.</p>`,
  },
  {
    slug: 'suspicious-messages',
    title: 'We Never Ask for Your Password',
    publishedDaysAgo: 16,
    cover: { scene: 'letter', tone: 'plum', emblem: 'phone' },
    content: `<p>A message is going round that offers <em>500 free stamps</em> for signing in on another site. It is not from us.</p>
<ul><li>We never ask for your password by email, chat or phone.</li><li>Our links always open this very address.</li><li>If you typed your password elsewhere, change it now in your <a href="/app/profile">profile</a>. Every other device is then signed out.</li></ul>`,
  },
  {
    slug: 'forgotten-password',
    title: 'Forgotten Your Password?',
    publishedDaysAgo: 37,
    cover: { scene: 'lock', tone: 'kraft', emblem: 'lamp' },
    content: `<p>Write to support from your college address and ask for a reset. You will receive a link that works <strong>once</strong>, for 60 minutes.</p>
<p>A good new password is a short sentence with a capital letter, a number and a symbol. Length beats cleverness.</p>`,
  },
  {
    slug: 'card-terminal-outage',
    title: 'Card Terminals Down on Saturday Morning',
    publishedDaysAgo: 4,
    cover: { scene: 'calendar', tone: 'sand', emblem: 'phone' },
    content: `<p>The bank replaces the card terminals at Dataran Seroja on Saturday from 7 am to 11 am. Please bring cash or pay by QR.</p>
<p>Hand-written receipts from those four hours are accepted when they show <strong>shop stamp, date, number and total</strong>.</p>`,
  },
  {
    slug: 'bring-your-own-cup',
    title: 'Bring Your Own Cup, Save 50 Sen',
    publishedDaysAgo: 9,
    cover: { scene: 'postage', tone: 'clay', emblem: 'cup' },
    content: `<p>Seven cafés and drink stalls now take 50 sen off when you bring a cup. Last semester the campus threw away 41,000 plastic ones.</p>
<hr />
<p>The discount is printed on the slip. Type the <strong>total you paid</strong>, after the discount.</p>`,
  },
  {
    slug: 'staff-and-vendors',
    title: 'Staff and Vendors Collect Too',
    publishedDaysAgo: 30,
    cover: { scene: 'card', tone: 'sea', emblem: 'helmet' },
    content: `<p>The card is not for students alone. Anyone with a college address can register: lecturers, technicians, guards, gardeners and the people behind the counters.</p>
<p>Receipts from the shop where you yourself work are checked more closely. That is no accusation, only fairness.</p>`,
  },
  {
    slug: 'faded-thermal-paper',
    title: 'Thermal Paper Fades: Photograph the Same Day',
    publishedDaysAgo: 24,
    cover: { scene: 'photograph', tone: 'sea', emblem: 'camera' },
    content: `<p>A slip left on a dashboard is blank within a week. Photograph it <strong>the day you get it</strong>, even if you submit later; your camera roll does not fade.</p>
<p>Keep slips away from hand sanitiser, which wipes the ink off in seconds.</p>`,
  },
  {
    slug: 'maintenance-night',
    title: 'Short Maintenance on Sunday Night',
    publishedDaysAgo: 13,
    cover: { scene: 'hours', tone: 'cocoa', emblem: 'lamp' },
    content: `<p>The app rests on Sunday from 3 am to about 3.30 am. A receipt that you have begun stays on your phone and can be sent afterwards.</p>`,
  },
  {
    slug: 'help-desk',
    title: 'Meet Us at the Help Desk',
    publishedDaysAgo: 45,
    cover: { scene: 'board', tone: 'sea', emblem: 'teapot' },
    content: `<p>Questions about a receipt, a shop or a stuck verification email? Come to the desk in <strong>Pusat Pelajar, level 1</strong>.</p>
<table><thead><tr><th>Day</th><th>Hours</th></tr></thead><tbody><tr><td>Monday to Thursday</td><td>10 am – 4 pm</td></tr><tr><td>Friday</td><td>10 am – 12.15 pm</td></tr></tbody></table>
<p>Bring the slip. Most questions end when two people look at the same piece of paper.</p>`,
  },
]
