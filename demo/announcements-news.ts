import type { DemoAnnouncement } from './announcements.ts'

/** New partners, campaigns and dates. */
export const newsAnnouncements: readonly DemoAnnouncement[] = [
  {
    slug: 'six-new-partners',
    title: 'Six New Partners Around Dataran Seroja',
    publishedDaysAgo: 3,
    cover: { scene: 'street', tone: 'sea', emblem: 'croissant' },
    content: `<p>Welcome to the newest shops on the card:</p>
<ul><li><strong>Chloé’s Pâtisserie &amp; Café</strong> – croissants before the first lecture</li><li><strong>Daily Loaf Bakery</strong> – sourdough and kaya buns</li><li><strong>Optik Jernih</strong> – frames, lenses and free eye tests</li><li><strong>Butik Songket Melur</strong> – for convocation day</li><li><strong>Thesis Environment Printing</strong> – hard cover overnight</li><li><strong>Nasi Kandar Seroja</strong> – open until 2 am</li></ul>
<p>All six give stamps from today. See the <a href="/app/merchants">full list of merchants</a>.</p>`,
  },
  {
    slug: 'pekan-siswa-joins',
    title: 'Pekan Siswa Joins: Stamps Across the Footbridge',
    publishedDaysAgo: 19,
    cover: { scene: 'street', tone: 'sky', emblem: 'bicycle' },
    content: `<p>Fourteen shops on <strong>Jalan Kolej 5</strong>, <strong>Jalan Pasar Lama</strong> and <strong>Lorong Kasuarina</strong> now take part. It is eight minutes on foot from the Main Library, three by bicycle.</p>
<p>Their tills print the invoice number at the very bottom, under the bar code. Please keep that part in the picture.</p>`,
  },
  {
    slug: 'exam-weeks-opening-hours',
    title: 'Longer Opening Hours in Exam Weeks',
    publishedDaysAgo: 1,
    cover: { scene: 'hours', tone: 'blue', emblem: 'supper' },
    content: `<p>During the revision week and both exam weeks these partners stay open late:</p>
<table><thead><tr><th>Merchant</th><th>Mon–Thu</th><th>Fri–Sun</th></tr></thead><tbody><tr><td>Kopi Tingkat Tiga</td><td>7 am – 1 am</td><td>8 am – midnight</td></tr><tr><td>Cetak Cepat 24</td><td>all night</td><td>all night</td></tr><tr><td>The Late Supper Club</td><td>6 pm – 4 am</td><td>6 pm – 4 am</td></tr><tr><td>Dobi Bersih 24</td><td>all night</td><td>all night</td></tr></tbody></table>
<p>Good luck. Eat something, sleep a little, and keep the slips.</p>`,
  },
  {
    slug: 'reviewers-in-exam-weeks',
    title: 'Reviews May Take Two Days in Exam Weeks',
    publishedDaysAgo: 2,
    cover: { scene: 'tray', tone: 'clay', emblem: 'pencil' },
    content: `<p>Several of our reviewers are students, and they have papers to sit. Until the exams end, please allow <strong>two working days</strong> before asking about a pending receipt.</p>
<p>Nothing is lost while you wait: the day you submitted is the day that counts.</p>`,
  },
  {
    slug: 'semester-break-closures',
    title: 'Who Is Closed over the Semester Break',
    publishedDaysAgo: 8,
    cover: { scene: 'calendar', tone: 'sky', emblem: 'bus' },
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
    cover: { scene: 'lanterns', tone: 'sand', emblem: 'wrap' },
    content: `<p>Our partners celebrate at different times of the year, and so does the campus. Please look at the note on the door before you walk over.</p>
<ul><li><strong>Medan Selera Cengal</strong> closes on the eve and the first two days of Hari Raya.</li><li><strong>Heng Loong</strong> and <strong>Fatt Kee</strong> rest for four days at Chinese New Year.</li><li><strong>Devi’s Banana Leaf</strong> closes on Deepavali and serves free sweets the day after.</li><li><strong>Chloé’s</strong> opens until noon on Christmas Eve.</li></ul>
<p>Selamat, gong xi, vaazhthukkal and merry days to everybody.</p>`,
  },
  {
    slug: 'medan-selera-renovation',
    title: 'Medan Selera Cengal Moves Next Door for Two Weeks',
    publishedDaysAgo: 11,
    cover: { scene: 'board', tone: 'blue', emblem: 'satay' },
    content: `<p>The food court’s roof is being repaired. All stalls trade from the covered car park beside it, at the same hours and with the same tills.</p>
<p>Stall numbers stay as they are, so <em>Gerai 4</em> is still Pak Din.</p>`,
  },
  {
    slug: 'eight-thousand-receipts',
    title: 'Eight Thousand Receipts Later',
    publishedDaysAgo: 6,
    cover: { scene: 'stamping', tone: 'plum', emblem: 'cendol' },
    content: `<p>Last month the eight-thousandth receipt was approved: RM 6.40 for a cendol and a bottle of water, on a hot Tuesday.</p>
<h3>What you bought most</h3>
<ol><li>Coffee in all its forms</li><li>Nasi lemak</li><li>Colour copies</li><li>Bubble tea</li><li>Badminton strings</li></ol>
<p>Thank you for eating, printing and playing close to home.</p>`,
  },
  {
    slug: 'convocation-week',
    title: 'Convocation Week: Flowers, Frames and Photographs',
    publishedDaysAgo: -5,
    cover: { scene: 'postage', tone: 'plum', emblem: 'cap' },
    content: `<p>From Monday of convocation week, partner stalls stand along Laman Tasik from 8 am to 6 pm. Receipts from the stalls earn stamps as usual.</p>`,
  },
  {
    slug: 'new-intake-welcome',
    title: 'Welcome, New Students',
    publishedDaysAgo: -12,
    cover: { scene: 'letter', tone: 'sea', emblem: 'cap' },
    content: `<p>Register with your student address, verify it, and your first receipt can be on its way before orientation ends. <a href="/app/deals">Today’s deals</a> are a good place to begin.</p>`,
  },
]
