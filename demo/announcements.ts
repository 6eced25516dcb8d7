import type { Tone } from './pictures.ts'

/** An announcement; its cover is `pictures/announcements/SLUG.svg`. */
export type DemoAnnouncement = {
  slug: string
  title: string
  /** Below zero: scheduled for that many days from now, and not visible yet. */
  publishedDaysAgo: number
  /** The colours of its cover. */
  tone: Tone
  /** HTML. Amounts such as `RM 10` have a narrow no-break space. */
  content: string
}

const announcements: readonly DemoAnnouncement[] = [
  {
    slug: 'how-stamps-work',
    title: 'How Stamps Work',
    publishedDaysAgo: 58,
    tone: 'blue',
    content: `<p>Every approved receipt from a partner merchant puts stamps on your card. The rule is short:</p>
<ul><li><strong>One stamp for every full RM 10</strong> on the receipt.</li><li>At least one stamp for any amount above zero.</li><li>At most 50 stamps for one receipt.</li></ul>
<table><thead><tr><th>Receipt total</th><th>Stamps</th></tr></thead><tbody><tr><td>RM 4.50</td><td>1</td></tr><tr><td>RM 19.90</td><td>1</td></tr><tr><td>RM 20.00</td><td>2</td></tr><tr><td>RM 86.35</td><td>8</td></tr></tbody></table>
<p>The stamps land as soon as a reviewer approves the receipt. You will get an email, and the card on your home page fills by itself.</p>`,
  },
  {
    slug: 'first-receipt',
    title: 'Your First Receipt in Four Steps',
    publishedDaysAgo: 56,
    tone: 'sand',
    content: `<ol><li>Pay at any <a href="/app/merchants">partner merchant</a> and keep the slip.</li><li>Open the merchant’s page, or scan the code on the counter.</li><li>Photograph the whole slip and type the <strong>total amount</strong> and the <strong>invoice number</strong>.</li><li>Submit. You can follow it under <a href="/app/submissions">History</a>.</li></ol>
<p>Most receipts are read within one working day. Until then yours is shown as <em>pending</em>.</p>`,
  },
  {
    slug: 'photographing-receipts',
    title: 'Five Tips for a Receipt We Can Read',
    publishedDaysAgo: 41,
    tone: 'blush',
    content: `<p>One rejected receipt in three is simply unreadable. A good picture takes ten seconds:</p>
<ol><li><strong>Lay it flat</strong> on a dark table; smooth the folds.</li><li><strong>Fill the frame</strong>, but leave a finger’s width around the edges.</li><li><strong>Stand by a window.</strong> Switch the flash off: it burns a white hole into thermal paper.</li><li><strong>Hold still</strong> and tap on the total to focus.</li><li><strong>Check it</strong> before you send: can you read shop name, date, invoice number and total?</li></ol>
<p>Long receipt? Fold it so that the shop name and the total are both in the picture. JPG, PNG, WEBP and HEIC up to 10MB are welcome.</p>`,
  },
  {
    slug: 'where-is-the-invoice-number',
    title: 'Where to Find the Invoice Number',
    publishedDaysAgo: 33,
    tone: 'blue',
    content: `<p>Tills call it by many names. Look near the date, or just above the bar code:</p>
<table><thead><tr><th>On the slip</th><th>What you type</th></tr></thead><tbody><tr><td>INV NO: 004512</td><td>004512</td></tr><tr><td>No. Resit B-77310</td><td>77310</td></tr><tr><td>Bill #20931</td><td>20931</td></tr><tr><td>TRX 0008-1172</td><td>00081172</td></tr></tbody></table>
<p>Type <strong>digits only</strong>. Letters and dashes are left out.</p>`,
  },
  {
    slug: 'why-receipts-are-rejected',
    title: 'Why a Receipt Is Rejected, and What to Do Next',
    publishedDaysAgo: 27,
    tone: 'sky',
    content: `<p>A rejected submission always says why. The usual reasons:</p>
<ul><li>The picture is too blurred or too dark to read.</li><li>The amount or invoice number does not match the slip.</li><li>The slip is from another shop, or older than 60 days.</li><li>The same receipt was sent before.</li></ul>
<h3>Can I send it again?</h3>
<p>Yes. If the picture was the trouble, take a better one and submit the same receipt again. Read the <em>Admin Comments</em> first: they often say exactly what was missing.</p>`,
  },
  {
    slug: 'one-receipt-one-reward',
    title: 'One Receipt, One Reward',
    publishedDaysAgo: 22,
    tone: 'clay',
    content: `<p>Each receipt earns stamps <strong>once</strong>, for the person who paid. When friends share a bill, agree who submits it before you leave the table.</p>
<blockquote>Ask the counter to split the bill. Three slips of RM 12 earn three people a stamp each.</blockquote>
<p>If somebody else has sent your receipt, submit it anyway. Reviewers see both and decide fairly.</p>`,
  },
  {
    slug: 'payments-are-simulated',
    title: 'Payments Here Are Simulated',
    publishedDaysAgo: 50,
    tone: 'sky',
    content: `<h2>No real money moves</h2>
<p>This is a campus programme. Nothing in this app charges a card, holds a deposit or pays a merchant. You pay at the counter as you always do; here you only show the receipt.</p>
<p>Stamps are not money. They cannot be sold, lent or exchanged for cash. The <a href="/terms-and-conditions">terms and conditions</a> say so in full.</p>`,
  },
  {
    slug: 'six-new-partners',
    title: 'Six New Partners Around Dataran Seroja',
    publishedDaysAgo: 3,
    tone: 'sea',
    content: `<p>Welcome to the newest shops on the card:</p>
<ul><li><strong>Chloé’s Pâtisserie &amp; Café</strong> – croissants before the first lecture</li><li><strong>Daily Loaf Bakery</strong> – sourdough and kaya buns</li><li><strong>Optik Jernih</strong> – frames, lenses and free eye tests</li><li><strong>Butik Songket Melur</strong> – for convocation day</li><li><strong>Thesis House Printing</strong> – hard cover overnight</li><li><strong>Nasi Kandar Seroja</strong> – open until 2 am</li></ul>
<p>All six give stamps from today. See the <a href="/app/merchants">full list of merchants</a>.</p>`,
  },
  {
    slug: 'pekan-siswa-joins',
    title: 'Pekan Siswa Joins: Stamps Across the Footbridge',
    publishedDaysAgo: 19,
    tone: 'sky',
    content: `<p>Fourteen shops on <strong>Jalan Kolej 5</strong>, <strong>Jalan Pasar Lama</strong> and <strong>Lorong Kasuarina</strong> now take part. It is eight minutes on foot from the Main Library, three by bicycle.</p>
<p>Their tills print the invoice number at the very bottom, under the bar code. Please keep that part in the picture.</p>`,
  },
  {
    slug: 'exam-weeks-opening-hours',
    title: 'Longer Opening Hours in Exam Weeks',
    publishedDaysAgo: 1,
    tone: 'blue',
    content: `<p>During the revision week and both exam weeks these partners stay open late:</p>
<table><thead><tr><th>Merchant</th><th>Mon–Thu</th><th>Fri–Sun</th></tr></thead><tbody><tr><td>Kopi Tingkat Tiga</td><td>7 am – 1 am</td><td>8 am – midnight</td></tr><tr><td>Cetak Cepat 24</td><td>all night</td><td>all night</td></tr><tr><td>The Late Supper Club</td><td>6 pm – 4 am</td><td>6 pm – 4 am</td></tr><tr><td>Dobi Bersih 24</td><td>all night</td><td>all night</td></tr></tbody></table>
<p>Good luck. Eat something, sleep a little, and keep the slips.</p>`,
  },
  {
    slug: 'reviewers-in-exam-weeks',
    title: 'Reviews May Take Two Days in Exam Weeks',
    publishedDaysAgo: 2,
    tone: 'clay',
    content: `<p>Several of our reviewers are students, and they have papers to sit. Until the exams end, please allow <strong>two working days</strong> before asking about a pending receipt.</p>
<p>Nothing is lost while you wait: the day you submitted is the day that counts.</p>`,
  },
  {
    slug: 'semester-break-closures',
    title: 'Who Is Closed over the Semester Break',
    publishedDaysAgo: 8,
    tone: 'sky',
    content: `<p>Most shops inside the gate close for the break; those in town stay open.</p>
<h3>Closed for the whole break</h3>
<ul><li>Fotostat Bestari</li><li>Pensel Warna</li><li>The Reading Room Coffee</li></ul>
<h3>Mornings only</h3>
<ul><li>Kedai Buku Cendekia</li><li>Kopi Tingkat Tiga</li><li>Parcel Point Siswa</li></ul>
<p>Receipts stay good for 60 days, so there is no hurry to submit before you travel home.</p>`,
  },
  {
    slug: 'festive-season',
    title: 'Festive Season: Closing Days and Open Houses',
    publishedDaysAgo: 14,
    tone: 'sand',
    content: `<p>Our partners celebrate at different times of the year, and so does the campus. Please look at the note on the door before you walk over.</p>
<ul><li><strong>Medan Selera Cengal</strong> closes on the eve and the first two days of Hari Raya.</li><li><strong>Heng Loong</strong> and <strong>Fatt Kee</strong> rest for four days at Chinese New Year.</li><li><strong>Devi’s Banana Leaf</strong> closes on Deepavali and serves free sweets the day after.</li><li><strong>Chloé’s</strong> opens until noon on Christmas Eve.</li></ul>
<p>Selamat, gong xi, vaazhthukkal and merry days to everybody.</p>`,
  },
  {
    slug: 'medan-selera-renovation',
    title: 'Medan Selera Cengal Moves Next Door for Two Weeks',
    publishedDaysAgo: 11,
    tone: 'blue',
    content: `<p>The food court’s roof is being repaired. All stalls trade from the covered car park beside it, at the same hours and with the same tills.</p>
<p>Stall numbers stay as they are, so <em>Gerai 4</em> is still Pak Din.</p>`,
  },
  {
    slug: 'eight-thousand-receipts',
    title: 'Eight Thousand Receipts Later',
    publishedDaysAgo: 6,
    tone: 'plum',
    content: `<p>Last month the eight-thousandth receipt was approved: RM 6.40 for a cendol and a bottle of water, on a hot Tuesday.</p>
<h3>What you bought most</h3>
<ol><li>Coffee in all its forms</li><li>Nasi lemak</li><li>Colour copies</li><li>Bubble tea</li><li>Badminton strings</li></ol>
<p>Thank you for eating, printing and playing close to home.</p>`,
  },
  {
    slug: 'convocation-week',
    title: 'Convocation Week: Flowers, Frames and Photographs',
    publishedDaysAgo: -5,
    tone: 'plum',
    content: `<p>From Monday of convocation week, partner stalls stand along Laman Tasik from 8 am to 6 pm. Receipts from the stalls earn stamps as usual.</p>`,
  },
  {
    slug: 'new-intake-welcome',
    title: 'Welcome, New Students',
    publishedDaysAgo: -12,
    tone: 'sea',
    content: `<p>Register with your student address, verify it, and your first receipt can be on its way before orientation ends. <a href="/app/deals">Today’s deals</a> are a good place to begin.</p>`,
  },
  {
    slug: 'data-notice',
    title: 'What We Keep About You, and for How Long',
    publishedDaysAgo: 48,
    tone: 'clay',
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
    tone: 'plum',
    content: `<p>A message is going round that offers <em>500 free stamps</em> for signing in on another site. It is not from us.</p>
<ul><li>We never ask for your password by email, chat or phone.</li><li>Our links always open this very address.</li><li>If you typed your password elsewhere, change it now in your <a href="/app/profile">profile</a>. Every other device is then signed out.</li></ul>`,
  },
  {
    slug: 'forgotten-password',
    title: 'Forgotten Your Password?',
    publishedDaysAgo: 37,
    tone: 'kraft',
    content: `<p>Write to support from your college address and ask for a reset. You will receive a link that works <strong>once</strong>, for 60 minutes.</p>
<p>A good new password is a short sentence with a capital letter, a number and a symbol. Length beats cleverness.</p>`,
  },
  {
    slug: 'card-terminal-outage',
    title: 'Card Terminals Down on Saturday Morning',
    publishedDaysAgo: 4,
    tone: 'sand',
    content: `<p>The bank replaces the card terminals at Dataran Seroja on Saturday from 7 am to 11 am. Please bring cash or pay by QR.</p>
<p>Hand-written receipts from those four hours are accepted when they show <strong>shop stamp, date, number and total</strong>.</p>`,
  },
  {
    slug: 'bring-your-own-cup',
    title: 'Bring Your Own Cup, Save 50 Sen',
    publishedDaysAgo: 9,
    tone: 'clay',
    content: `<p>Seven cafés and drink stalls now take 50 sen off when you bring a cup. Last semester the campus threw away 41,000 plastic ones.</p>
<hr />
<p>The discount is printed on the slip. Type the <strong>total you paid</strong>, after the discount.</p>`,
  },
  {
    slug: 'staff-and-vendors',
    title: 'Staff and Vendors Collect Too',
    publishedDaysAgo: 30,
    tone: 'sea',
    content: `<p>The card is not for students alone. Anyone with a college address can register: lecturers, technicians, guards, gardeners and the people behind the counters.</p>
<p>Receipts from the shop where you yourself work are checked more closely. That is no accusation, only fairness.</p>`,
  },
  {
    slug: 'faded-thermal-paper',
    title: 'Thermal Paper Fades: Photograph the Same Day',
    publishedDaysAgo: 24,
    tone: 'sea',
    content: `<p>A slip left on a dashboard is blank within a week. Photograph it <strong>the day you get it</strong>, even if you submit later; your camera roll does not fade.</p>
<p>Keep slips away from hand sanitiser, which wipes the ink off in seconds.</p>`,
  },
  {
    slug: 'maintenance-night',
    title: 'Short Maintenance on Sunday Night',
    publishedDaysAgo: 13,
    tone: 'cocoa',
    content: `<p>The app rests on Sunday from 3 am to about 3.30 am. A receipt that you have begun stays on your phone and can be sent afterwards.</p>`,
  },
  {
    slug: 'help-desk',
    title: 'Meet Us at the Help Desk',
    publishedDaysAgo: 45,
    tone: 'sea',
    content: `<p>Questions about a receipt, a shop or a stuck verification email? Come to the desk in <strong>Pusat Pelajar, level 1</strong>.</p>
<table><thead><tr><th>Day</th><th>Hours</th></tr></thead><tbody><tr><td>Monday to Thursday</td><td>10 am – 4 pm</td></tr><tr><td>Friday</td><td>10 am – 12.15 pm</td></tr></tbody></table>
<p>Bring the slip. Most questions end when two people look at the same piece of paper.</p>`,
  },
]

/** Newest first. */
export const demoAnnouncements: readonly DemoAnnouncement[] = announcements
  .map((announcement) => ({ ...announcement, content: announcement.content.replace(/RM (?=\d)/g, 'RM\u202f') }))
  .sort((one, other) => one.publishedDaysAgo - other.publishedDaysAgo)
