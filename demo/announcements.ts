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
  /** Absent: members see the English text in both languages. */
  malay?: { title: string; content: string }
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
    malay: {
      title: 'Cara Cop Dikumpul',
      content: `<p>Setiap resit yang diluluskan daripada peniaga rakan menambah cop pada kad anda. Peraturannya ringkas:</p>
<ul><li><strong>Satu cop bagi setiap RM 10 penuh</strong> pada resit.</li><li>Sekurang-kurangnya satu cop bagi apa-apa jumlah melebihi sifar.</li><li>Paling banyak 50 cop bagi satu resit.</li></ul>
<table><thead><tr><th>Jumlah resit</th><th>Cop</th></tr></thead><tbody><tr><td>RM 4.50</td><td>1</td></tr><tr><td>RM 19.90</td><td>1</td></tr><tr><td>RM 20.00</td><td>2</td></tr><tr><td>RM 86.35</td><td>8</td></tr></tbody></table>
<p>Cop masuk sebaik sahaja penyemak meluluskan resit. Anda akan menerima e-mel, dan kad di laman utama bertambah dengan sendirinya.</p>`,
    },
  },
  {
    slug: 'first-receipt',
    title: 'Your First Receipt in Four Steps',
    publishedDaysAgo: 56,
    tone: 'sand',
    content: `<ol><li>Pay at any <a href="/app/merchants">partner merchant</a> and keep the slip.</li><li>Open the merchant’s page, or scan the code on the counter.</li><li>Photograph the whole slip and type the <strong>total amount</strong> and the <strong>invoice number</strong>.</li><li>Submit. You can follow it under <a href="/app/submissions">History</a>.</li></ol>
<p>Most receipts are read within one working day. Until then yours is shown as <em>pending</em>.</p>`,
    malay: {
      title: 'Resit Pertama Anda dalam Empat Langkah',
      content: `<ol><li>Bayar di mana-mana <a href="/app/merchants">peniaga rakan</a> dan simpan resit.</li><li>Buka halaman peniaga, atau imbas kod di kaunter.</li><li>Ambil gambar seluruh resit, kemudian taip <strong>jumlah</strong> dan <strong>nombor invois</strong>.</li><li>Hantar. Anda boleh menyemaknya di <a href="/app/submissions">Sejarah</a>.</li></ol>
<p>Kebanyakan resit disemak dalam satu hari bekerja. Sebelum itu resit anda bertanda <em>Menunggu</em>.</p>`,
    },
  },
  {
    slug: 'photographing-receipts',
    title: 'Five Tips for a Receipt We Can Read',
    publishedDaysAgo: 41,
    tone: 'blush',
    content: `<p>One rejected receipt in three is simply unreadable. A good picture takes ten seconds:</p>
<ol><li><strong>Lay it flat</strong> on a dark table; smooth the folds.</li><li><strong>Fill the frame</strong>, but leave a finger’s width around the edges.</li><li><strong>Stand by a window.</strong> Switch the flash off: it burns a white hole into thermal paper.</li><li><strong>Hold still</strong> and tap on the total to focus.</li><li><strong>Check it</strong> before you send: can you read shop name, date, invoice number and total?</li></ol>
<p>Long receipt? Fold it so that the shop name and the total are both in the picture. JPG, PNG, WEBP and HEIC up to 10MB are welcome.</p>`,
    malay: {
      title: 'Lima Petua supaya Resit Mudah Dibaca',
      content: `<p>Satu daripada tiga resit yang ditolak memang tidak boleh dibaca. Gambar yang baik hanya mengambil sepuluh saat:</p>
<ol><li><strong>Letakkan rata</strong> di atas meja gelap; luruskan lipatannya.</li><li><strong>Penuhkan bingkai</strong>, tetapi tinggalkan ruang selebar jari di tepi.</li><li><strong>Berdiri dekat tingkap.</strong> Tutup denyar: cahayanya memutihkan kertas terma.</li><li><strong>Jangan bergerak</strong> dan ketik pada jumlah untuk fokus.</li><li><strong>Semak</strong> sebelum menghantar: bolehkah anda membaca nama kedai, tarikh, nombor invois dan jumlah?</li></ol>
<p>Resit panjang? Lipat supaya nama kedai dan jumlah kedua-duanya kelihatan. JPG, PNG, WEBP dan HEIC sehingga 10MB diterima.</p>`,
    },
  },
  {
    slug: 'where-is-the-invoice-number',
    title: 'Where to Find the Invoice Number',
    publishedDaysAgo: 33,
    tone: 'blue',
    content: `<p>Tills call it by many names. Look near the date, or just above the bar code:</p>
<table><thead><tr><th>On the slip</th><th>What you type</th></tr></thead><tbody><tr><td>INV NO: 004512</td><td>004512</td></tr><tr><td>No. Resit B-77310</td><td>77310</td></tr><tr><td>Bill #20931</td><td>20931</td></tr><tr><td>TRX 0008-1172</td><td>00081172</td></tr></tbody></table>
<p>Type <strong>digits only</strong>. Letters and dashes are left out.</p>`,
    malay: {
      title: 'Di Mana Nombor Invois',
      content: `<p>Mesin wang memberinya pelbagai nama. Cari dekat tarikh, atau tepat di atas kod bar:</p>
<table><thead><tr><th>Pada resit</th><th>Yang anda taip</th></tr></thead><tbody><tr><td>INV NO: 004512</td><td>004512</td></tr><tr><td>No. Resit B-77310</td><td>77310</td></tr><tr><td>Bill #20931</td><td>20931</td></tr><tr><td>TRX 0008-1172</td><td>00081172</td></tr></tbody></table>
<p>Taip <strong>angka sahaja</strong>. Huruf dan sempang tidak perlu.</p>`,
    },
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
    malay: {
      title: 'Sebab Resit Ditolak, dan Langkah Seterusnya',
      content: `<p>Penghantaran yang ditolak sentiasa menyatakan sebabnya. Sebab yang biasa:</p>
<ul><li>Gambar terlalu kabur atau terlalu gelap untuk dibaca.</li><li>Jumlah atau nombor invois tidak sama dengan resit.</li><li>Resit daripada kedai lain, atau lebih lama daripada 60 hari.</li><li>Resit yang sama sudah dihantar.</li></ul>
<h3>Bolehkah saya menghantarnya lagi?</h3>
<p>Boleh. Jika gambar yang menjadi masalah, ambil gambar yang lebih baik dan hantar resit yang sama sekali lagi. Baca <em>Komen Pentadbir</em> dahulu: selalunya dinyatakan apa yang kurang.</p>`,
    },
  },
  {
    slug: 'one-receipt-one-reward',
    title: 'One Receipt, One Reward',
    publishedDaysAgo: 22,
    tone: 'clay',
    content: `<p>Each receipt earns stamps <strong>once</strong>, for the person who paid. When friends share a bill, agree who submits it before you leave the table.</p>
<blockquote>Ask the counter to split the bill. Three slips of RM 12 earn three people a stamp each.</blockquote>
<p>If somebody else has sent your receipt, submit it anyway. Reviewers see both and decide fairly.</p>`,
    malay: {
      title: 'Satu Resit, Satu Ganjaran',
      content: `<p>Setiap resit memberi cop <strong>sekali</strong> sahaja, kepada orang yang membayar. Jika anda berkongsi bil dengan kawan, tentukan siapa yang menghantarnya sebelum beredar.</p>
<blockquote>Minta kaunter membahagikan bil. Tiga resit RM 12 memberi satu cop kepada setiap orang.</blockquote>
<p>Jika orang lain sudah menghantar resit anda, hantar juga. Penyemak melihat kedua-duanya dan memutuskan dengan adil.</p>`,
    },
  },
  {
    slug: 'payments-are-simulated',
    title: 'Payments Here Are Simulated',
    publishedDaysAgo: 50,
    tone: 'sky',
    content: `<h2>No real money moves</h2>
<p>This is a campus programme. Nothing in this app charges a card, holds a deposit or pays a merchant. You pay at the counter as you always do; here you only show the receipt.</p>
<p>Stamps are not money. They cannot be sold, lent or exchanged for cash. The <a href="/terms-and-conditions">terms and conditions</a> say so in full.</p>`,
    malay: {
      title: 'Pembayaran di Sini Hanya Simulasi',
      content: `<h2>Tiada wang sebenar bertukar tangan</h2>
<p>Ini program kampus. Aplikasi ini tidak mengenakan caj pada kad, menyimpan deposit atau membayar peniaga. Anda membayar di kaunter seperti biasa; di sini anda hanya menunjukkan resit.</p>
<p>Cop bukan wang. Cop tidak boleh dijual, dipinjamkan atau ditukar dengan tunai. <a href="/terms-and-conditions">Terma dan syarat</a> menerangkannya dengan lengkap.</p>`,
    },
  },
  {
    slug: 'six-new-partners',
    title: 'Six New Partners Around Dataran Seroja',
    publishedDaysAgo: 3,
    tone: 'sea',
    content: `<p>Welcome to the newest shops on the card:</p>
<ul><li><strong>Chloé’s Pâtisserie &amp; Café</strong> – croissants before the first lecture</li><li><strong>Daily Loaf Bakery</strong> – sourdough and kaya buns</li><li><strong>Optik Jernih</strong> – frames, lenses and free eye tests</li><li><strong>Butik Songket Melur</strong> – for convocation day</li><li><strong>Thesis House Printing</strong> – hard cover overnight</li><li><strong>Nasi Kandar Seroja</strong> – open until 2 am</li></ul>
<p>All six give stamps from today. See the <a href="/app/merchants">full list of merchants</a>.</p>`,
    malay: {
      title: 'Enam Rakan Baharu di Sekitar Dataran Seroja',
      content: `<p>Selamat datang kepada kedai terbaharu:</p>
<ul><li><strong>Chloé’s Pâtisserie &amp; Café</strong> – croissant sebelum kuliah pertama</li><li><strong>Daily Loaf Bakery</strong> – roti sourdough dan ban kaya</li><li><strong>Optik Jernih</strong> – bingkai, kanta dan ujian mata percuma</li><li><strong>Butik Songket Melur</strong> – untuk hari konvokesyen</li><li><strong>Thesis House Printing</strong> – kulit keras siap semalaman</li><li><strong>Nasi Kandar Seroja</strong> – buka hingga 2 pagi</li></ul>
<p>Keenam-enamnya memberi cop mulai hari ini. Lihat <a href="/app/merchants">senarai penuh peniaga</a>.</p>`,
    },
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
    malay: {
      title: 'Waktu Operasi Lebih Panjang pada Minggu Peperiksaan',
      content: `<p>Pada minggu ulang kaji dan kedua-dua minggu peperiksaan, rakan berikut buka hingga lewat:</p>
<table><thead><tr><th>Peniaga</th><th>Isnin–Khamis</th><th>Jumaat–Ahad</th></tr></thead><tbody><tr><td>Kopi Tingkat Tiga</td><td>7 pagi – 1 pagi</td><td>8 pagi – tengah malam</td></tr><tr><td>Cetak Cepat 24</td><td>sepanjang malam</td><td>sepanjang malam</td></tr><tr><td>The Late Supper Club</td><td>6 petang – 4 pagi</td><td>6 petang – 4 pagi</td></tr><tr><td>Dobi Bersih 24</td><td>sepanjang malam</td><td>sepanjang malam</td></tr></tbody></table>
<p>Semoga berjaya. Makan, tidur secukupnya, dan simpan resit anda.</p>`,
    },
  },
  {
    slug: 'reviewers-in-exam-weeks',
    title: 'Reviews May Take Two Days in Exam Weeks',
    publishedDaysAgo: 2,
    tone: 'clay',
    content: `<p>Several of our reviewers are students, and they have papers to sit. Until the exams end, please allow <strong>two working days</strong> before asking about a pending receipt.</p>
<p>Nothing is lost while you wait: the day you submitted is the day that counts.</p>`,
    malay: {
      title: 'Semakan Mungkin Mengambil Dua Hari pada Minggu Peperiksaan',
      content: `<p>Beberapa penyemak kami ialah pelajar, dan mereka juga menduduki peperiksaan. Sehingga peperiksaan tamat, tunggu <strong>dua hari bekerja</strong> sebelum bertanya tentang resit yang masih menunggu.</p>
<p>Anda tidak rugi apa-apa: yang dikira ialah hari anda menghantarnya.</p>`,
    },
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
    malay: {
      title: 'Kedai yang Tutup pada Cuti Semester',
      content: `<p>Kebanyakan kedai di dalam kampus tutup semasa cuti; kedai di bandar tetap buka.</p>
<h3>Tutup sepanjang cuti</h3>
<ul><li>Fotostat Bestari</li><li>Pensel Warna</li><li>The Reading Room Coffee</li></ul>
<h3>Pagi sahaja</h3>
<ul><li>Kedai Buku Cendekia</li><li>Kopi Tingkat Tiga</li><li>Parcel Point Siswa</li></ul>
<p>Resit sah selama 60 hari, jadi tidak perlu tergesa-gesa menghantarnya sebelum anda pulang.</p>`,
    },
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
    malay: {
      title: 'Medan Selera Cengal Berpindah ke Sebelah selama Dua Minggu',
      content: `<p>Bumbung medan selera sedang dibaiki. Semua gerai berniaga di tempat letak kereta berbumbung di sebelahnya, pada waktu yang sama dan dengan mesin wang yang sama.</p>
<p>Nombor gerai tidak berubah, jadi <em>Gerai 4</em> masih Pak Din.</p>`,
    },
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
    malay: {
      title: 'Minggu Konvokesyen: Bunga, Bingkai dan Gambar',
      content: `<p>Mulai hari Isnin minggu konvokesyen, gerai rakan dibuka di sepanjang Laman Tasik dari 8 pagi hingga 6 petang. Resit dari gerai memberi cop seperti biasa.</p>`,
    },
  },
  {
    slug: 'new-intake-welcome',
    title: 'Welcome, New Students',
    publishedDaysAgo: -12,
    tone: 'sea',
    content: `<p>Register with your student address, verify it, and your first receipt can be on its way before orientation ends. <a href="/app/deals">Today’s deals</a> are a good place to begin.</p>`,
    malay: {
      title: 'Selamat Datang, Pelajar Baharu',
      content: `<p>Daftar dengan e-mel pelajar anda, sahkan, dan resit pertama anda boleh dihantar sebelum minggu orientasi tamat. <a href="/app/deals">Tawaran hari ini</a> ialah permulaan yang baik.</p>`,
    },
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
    malay: {
      title: 'Kami Tidak Pernah Meminta Kata Laluan Anda',
      content: `<p>Ada mesej yang menawarkan <em>500 cop percuma</em> jika anda log masuk di laman lain. Mesej itu bukan daripada kami.</p>
<ul><li>Kami tidak pernah meminta kata laluan anda melalui e-mel, sembang atau telefon.</li><li>Pautan kami sentiasa membuka alamat ini.</li><li>Jika anda telah menaip kata laluan di tempat lain, tukar sekarang di <a href="/app/profile">profil</a> anda. Semua peranti lain kemudian dilog keluar.</li></ul>`,
    },
  },
  {
    slug: 'forgotten-password',
    title: 'Forgotten Your Password?',
    publishedDaysAgo: 37,
    tone: 'kraft',
    content: `<p>Write to support from your college address and ask for a reset. You will receive a link that works <strong>once</strong>, for 60 minutes.</p>
<p>A good new password is a short sentence with a capital letter, a number and a symbol. Length beats cleverness.</p>`,
    malay: {
      title: 'Lupa Kata Laluan?',
      content: `<p>Tulis kepada pasukan sokongan dari e-mel kolej anda dan minta set semula. Anda akan menerima pautan yang berfungsi <strong>sekali</strong> sahaja, selama 60 minit.</p>
<p>Kata laluan yang baik ialah ayat pendek dengan huruf besar, nombor dan simbol. Yang panjang lebih selamat daripada yang rumit.</p>`,
    },
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
    malay: {
      title: 'Bawa Cawan Sendiri, Jimat 50 Sen',
      content: `<p>Tujuh kafe dan gerai minuman kini memberi potongan 50 sen apabila anda membawa cawan sendiri. Semester lalu, kampus ini membuang 41,000 cawan plastik.</p>
<hr />
<p>Diskaun dicetak pada resit. Taip <strong>jumlah yang anda bayar</strong>, selepas diskaun.</p>`,
    },
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
    malay: {
      title: 'Kertas Terma Pudar: Ambil Gambar pada Hari yang Sama',
      content: `<p>Resit yang ditinggalkan di dalam kereta menjadi kosong dalam seminggu. Ambil gambarnya <strong>pada hari anda menerimanya</strong>, walaupun anda menghantarnya kemudian; gambar di telefon tidak pudar.</p>
<p>Jauhkan resit daripada cecair pembasmi kuman, yang menghapuskan dakwat dalam beberapa saat.</p>`,
    },
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
  .map(withNarrowSpaces)
  .sort((one, other) => one.publishedDaysAgo - other.publishedDaysAgo)

function withNarrowSpaces({ content, malay, ...rest }: DemoAnnouncement): DemoAnnouncement {
  const narrow = (html: string) => html.replace(/RM (?=\d)/g, 'RM\u202f')
  return { ...rest, content: narrow(content), ...(malay && { malay: { ...malay, content: narrow(malay.content) } }) }
}
