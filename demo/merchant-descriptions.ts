/** What a merchant is about. Without `malay`, members see the English text in both languages. */
type DemoDescription = { english: string; malay?: string }

/** By the merchant's slug. Merchants that are not here have none. */
export const demoDescriptions: Readonly<Record<string, DemoDescription>> = {
  'warung-kak-ros': {
    english: 'Nasi lemak, mee goreng and teh tarik from seven in the morning.',
    malay: 'Nasi lemak, mi goreng dan teh tarik dari pukul tujuh pagi.',
  },
  'fatt-kee-noodle-house': {
    english: 'Dry and soup noodles, made by one family for forty years.',
    malay: 'Mi kering dan mi sup, dimasak oleh satu keluarga sejak empat puluh tahun.',
  },
  'devis-banana-leaf': {
    english: 'South Indian meals on banana leaf. Vegetarian on Fridays.',
    malay: 'Hidangan India Selatan di atas daun pisang. Vegetarian pada hari Jumaat.',
  },
  'nasi-kandar-seroja': {
    english: 'Rice with your choice of curry and sides, until 2 am.',
    malay: 'Nasi dengan kari dan lauk pilihan anda, hingga 2 pagi.',
  },
  'ayam-gepuk-tok-wan': {
    english: 'Smashed fried chicken with sambal, as hot as you like it.',
    malay: 'Ayam goreng gepuk dengan sambal, sepedas yang anda suka.',
  },
  'roti-rempah-corner': { english: 'Roti canai in eleven ways, with dhal and fish curry.' },
  'the-late-supper-club': { english: 'Maggi goreng, burgers and hot chocolate after dark.' },
  'satay-pak-din': {
    english: 'Chicken, beef and tempe satay over charcoal.',
    malay: 'Satay ayam, daging dan tempe dibakar dengan arang.',
  },
  'kopi-tingkat-tiga': {
    english: 'Quiet coffee on the third floor of the library.\nSockets at every table.',
    malay: 'Kopi di tingkat tiga perpustakaan, suasana tenang.\nSoket di setiap meja.',
  },
  'chloes-patisserie-cafe': { english: 'Butter croissants, tarts and filter coffee.' },
  'cendol-mak-engku': {
    english: 'Cendol and ais kacang by the lake.',
    malay: 'Cendol dan ais kacang di tepi tasik.',
  },
  'boba-bukit': {
    english: 'Bubble tea with the sugar level you choose.',
    malay: 'Teh buih dengan tahap gula pilihan anda.',
  },
  'gelato-lorong-lima': { english: 'Gelato from local fruit: mango, durian, soursop.' },
  'bibik-lim-kuih': {
    english: 'Nyonya kuih, fresh twice a day.',
    malay: 'Kuih nyonya, segar dua kali sehari.',
  },
  'koperasi-kolej-seroja': {
    english: 'Groceries and everyday things at member prices, inside the college.',
    malay: 'Barangan runcit dan keperluan harian pada harga ahli, di dalam kolej.',
  },
  'pasar-mini-harapan': {
    english: 'Vegetables, rice, snacks and cold drinks.',
    malay: 'Sayur, beras, makanan ringan dan minuman sejuk.',
  },
  'kumar-fresh-mart': { english: 'Spices, vegetables and fruit from Cameron Highlands.' },
  'daily-loaf-bakery': {
    english: 'Sourdough, kaya buns and sandwiches.',
    malay: 'Roti sourdough, ban kaya dan sandwic.',
  },
  'kedai-buku-cendekia': {
    english: 'Textbooks for every faculty, new and to order.',
    malay: 'Buku teks bagi semua fakulti, baharu dan boleh ditempah.',
  },
  'pelita-books': {
    english: 'Novels in four languages, and a corner to read them in.',
    malay: 'Novel dalam empat bahasa, dengan sudut membaca.',
  },
  'second-chapter-books': { english: 'Used books, bought and sold by weight.' },
  'fotostat-bestari': {
    english: 'Copies, scans and spiral binding next to the lecture halls.',
    malay: 'Salinan, imbasan dan jilid gegelung bersebelahan dewan kuliah.',
  },
  'thesis-house': {
    english: 'Hard cover theses overnight, with gold lettering.',
    malay: 'Tesis berkulit keras siap semalaman, dengan huruf emas.',
  },
  'cetak-cepat-24': { english: 'Self-service printing at any hour.' },
  'farmasi-seri-damai': {
    english: 'Medicine, first aid and advice from a pharmacist.',
    malay: 'Ubat, pertolongan cemas dan nasihat ahli farmasi.',
  },
  'optik-jernih': {
    english: 'Eye tests, frames and lenses within two days.',
    malay: 'Ujian mata, bingkai dan kanta siap dalam dua hari.',
  },
  'butik-songket-melur': { english: 'Songket and kebaya for convocation, to buy or to hire.' },
  'raket-house': {
    english: 'Racquets, shoes and stringing beside the stadium.',
    malay: 'Raket, kasut dan pemasangan tali di sebelah stadium.',
  },
  'kolej-cycles': { english: 'Bicycles sold, repaired and rented by the week.' },
  'dobi-bersih-24': {
    english: 'Washing machines and dryers, open all night.',
    malay: 'Mesin basuh dan pengering, dibuka sepanjang malam.',
  },
  'gunting-emas-barber': { english: 'Haircuts and shaves without appointment.' },
  'bas-kampus-ekspres': {
    english: 'Tickets for buses to every state.',
    malay: 'Tiket bas ke semua negeri.',
  },
}
