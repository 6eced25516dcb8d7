import type { RewardState } from '@stampus/contract/console/rewards'
import type { Tone } from './pictures.ts'

/**
 * A reward; its picture is `pictures/rewards/PICTURE.svg`. Days count from today: -3 is three days ago, 0 today. The end
 * day is included.
 */
export type DemoReward = {
  /** Absent: handed out at the Stampus desk. */
  merchant?: string
  picture: string
  tone: Tone
  title: string
  conditions: string
  malay: { title: string; conditions: string }
  stamps: number
  owedSen: number
  /** Absent: without limit. */
  stock?: number
  limitTotal?: number
  limit30Days?: number
  startDay: number
  endDay?: number
  validDays: number
  /** Absent: published. */
  state?: RewardState
}

/** One is sold out and one nearly so, by the vouchers of the demo. The last three are paused, ended and a draft. */
export const demoRewards: readonly DemoReward[] = [
  {
    merchant: 'kopi-tingkat-tiga',
    picture: 'kopi-o',
    tone: 'blue',
    title: 'One Kopi O',
    conditions: 'One cup, hot or iced, with or without sugar. Any day until the library closes.',
    malay: {
      title: 'Secawan Kopi O',
      conditions: 'Satu cawan, panas atau ais, dengan atau tanpa gula. Setiap hari hingga perpustakaan tutup.',
    },
    stamps: 3,
    owedSen: 280,
    limit30Days: 4,
    startDay: -60,
    validDays: 30,
  },
  {
    merchant: 'bibik-lim-kuih',
    picture: 'kuih-trio',
    tone: 'cocoa',
    title: 'Three Pieces of Kuih',
    conditions: 'Choose any three from the tray: kuih lapis, ondeh-ondeh or seri muka. While the tray lasts that day.',
    malay: {
      title: 'Tiga Ketul Kuih',
      conditions:
        'Pilih mana-mana tiga daripada dulang: kuih lapis, onde-onde atau seri muka. Selagi ada pada hari itu.',
    },
    stamps: 4,
    owedSen: 300,
    limit30Days: 2,
    startDay: -55,
    endDay: 75,
    validDays: 14,
  },
  {
    merchant: 'fotostat-bestari',
    picture: 'colour-copies',
    tone: 'sky',
    title: 'Ten Colour Copies',
    conditions:
      'Ten A4 pages on plain paper, from paper or from a PDF file. One visit; pages that are left over expire.',
    malay: {
      title: 'Sepuluh Salinan Warna',
      conditions:
        'Sepuluh muka A4 pada kertas biasa, daripada kertas atau fail PDF. Satu kunjungan sahaja; baki muka akan luput.',
    },
    stamps: 5,
    owedSen: 400,
    startDay: -50,
    endDay: 40,
    validDays: 30,
  },
  {
    merchant: 'bas-kampus-ekspres',
    picture: 'bus-ride',
    tone: 'sea',
    title: 'One Bus Ride to Town',
    conditions: 'One seat, one way, on any bus between the campus and the town. Show the voucher at counter 3 first.',
    malay: {
      title: 'Satu Perjalanan Bas ke Bandar',
      conditions:
        'Satu tempat duduk, sehala, dengan mana-mana bas antara kampus dan bandar. Tunjukkan baucar di kaunter 3 dahulu.',
    },
    stamps: 6,
    owedSen: 450,
    limit30Days: 4,
    startDay: -45,
    validDays: 30,
  },
  {
    merchant: 'warung-kak-ros',
    picture: 'nasi-lemak',
    tone: 'clay',
    title: 'Nasi Lemak with a Fried Egg',
    conditions: 'One plate with sambal, ikan bilis and a fried egg. Before 11 am; drinks are extra.',
    malay: {
      title: 'Nasi Lemak Telur Goreng',
      conditions:
        'Satu pinggan dengan sambal, ikan bilis dan telur goreng. Sebelum 11 pagi; minuman dibayar berasingan.',
    },
    stamps: 9,
    owedSen: 550,
    limit30Days: 2,
    startDay: -60,
    validDays: 21,
  },
  {
    picture: 'tote-bag',
    tone: 'blue',
    title: 'Stampus Tote Bag',
    conditions: 'Thick cotton, large enough for a laptop. Collect it at the Stampus desk on weekdays, 9 am to 5 pm.',
    malay: {
      title: 'Beg Tote Stampus',
      conditions:
        'Kain kapas tebal, muat untuk komputer riba. Ambil di meja Stampus pada hari bekerja, 9 pagi hingga 5 petang.',
    },
    stamps: 10,
    owedSen: 0,
    stock: 4,
    limitTotal: 1,
    startDay: -40,
    validDays: 30,
  },
  {
    merchant: 'boba-bukit',
    picture: 'boba-pearls',
    tone: 'plum',
    title: 'Brown Sugar Boba, Large',
    conditions: 'One large cup with pearls. Choose the ice and the sugar as always; other toppings are extra.',
    malay: {
      title: 'Boba Gula Perang, Besar',
      conditions:
        'Satu cawan besar dengan mutiara. Pilih kadar ais dan gula seperti biasa; topping lain dibayar berasingan.',
    },
    stamps: 12,
    owedSen: 900,
    stock: 80,
    limit30Days: 2,
    startDay: -30,
    endDay: 25,
    validDays: 14,
  },
  {
    merchant: 'gunting-emas-barber',
    picture: 'haircut',
    tone: 'sand',
    title: 'A Haircut',
    conditions: 'A wash and a cut, Monday to Thursday. Take a number at the door; beard trims are extra.',
    malay: {
      title: 'Satu Guntingan Rambut',
      conditions: 'Cuci dan gunting, Isnin hingga Khamis. Ambil nombor di pintu; kemasan janggut dibayar berasingan.',
    },
    stamps: 16,
    owedSen: 1200,
    limit30Days: 1,
    startDay: -48,
    validDays: 45,
  },
  {
    picture: 'umbrella',
    tone: 'sky',
    title: 'Stampus Umbrella',
    conditions: 'A wide one for the monsoon weeks. Collect it at the Stampus desk on weekdays, 9 am to 5 pm.',
    malay: {
      title: 'Payung Stampus',
      conditions:
        'Payung lebar untuk musim tengkujuh. Ambil di meja Stampus pada hari bekerja, 9 pagi hingga 5 petang.',
    },
    stamps: 20,
    owedSen: 0,
    stock: 2,
    limitTotal: 1,
    startDay: -35,
    validDays: 30,
  },
  {
    merchant: 'raket-house',
    picture: 'racquet-string',
    tone: 'night',
    title: 'A Racquet Restrung',
    conditions: 'One badminton racquet with a standard string, any tension. Ready the next day.',
    malay: {
      title: 'Pasang Semula Tali Raket',
      conditions: 'Satu raket badminton dengan tali biasa, apa-apa ketegangan. Siap pada hari berikutnya.',
    },
    stamps: 38,
    owedSen: 2800,
    limit30Days: 1,
    startDay: -42,
    endDay: 90,
    validDays: 60,
  },
  {
    merchant: 'poster-lab',
    picture: 'graduation-print',
    tone: 'blush',
    title: 'Framed Graduation Print',
    conditions: 'Your own photo in A3, in a wooden frame. Bring the file before noon and collect it the next day.',
    malay: {
      title: 'Cetakan Konvokesyen Berbingkai',
      conditions:
        'Gambar anda sendiri bersaiz A3, dalam bingkai kayu. Bawa fail sebelum tengah hari dan ambil keesokan harinya.',
    },
    stamps: 60,
    owedSen: 5500,
    stock: 25,
    limitTotal: 1,
    startDay: -20,
    endDay: 110,
    validDays: 120,
  },
  {
    merchant: 'cendol-mak-engku',
    picture: 'cendol',
    tone: 'oat',
    title: 'A Bowl of Cendol',
    conditions: 'One bowl with red beans and gula Melaka. Not on rainy days, when the stall stays closed.',
    malay: {
      title: 'Semangkuk Cendol',
      conditions: 'Satu mangkuk dengan kacang merah dan gula Melaka. Gerai tutup pada hari hujan.',
    },
    stamps: 5,
    owedSen: 350,
    limit30Days: 2,
    startDay: -38,
    validDays: 14,
    state: 'paused',
  },
  {
    merchant: 'dobi-bersih-24',
    picture: 'laundry-wash',
    tone: 'cream',
    title: 'One Wash in Exam Week',
    conditions: 'One 9 kg machine, any time of day. Soap and drying are extra.',
    malay: {
      title: 'Satu Cucian pada Minggu Peperiksaan',
      conditions: 'Satu mesin 9 kg, pada bila-bila masa. Sabun dan pengeringan dibayar berasingan.',
    },
    stamps: 7,
    owedSen: 400,
    startDay: -58,
    endDay: -5,
    validDays: 14,
    state: 'ended',
  },
  {
    merchant: 'inkwell-quill',
    picture: 'ruled-notebook',
    tone: 'kraft',
    title: 'Ruled A5 Notebook',
    conditions: 'One notebook of 120 pages, in any colour on the shelf. For the start of the next semester.',
    malay: {
      title: 'Buku Nota A5 Bergaris',
      conditions: 'Satu buku nota 120 muka, apa-apa warna di rak. Untuk permulaan semester hadapan.',
    },
    stamps: 8,
    owedSen: 690,
    stock: 40,
    startDay: 14,
    endDay: 60,
    validDays: 30,
    state: 'draft',
  },
]
