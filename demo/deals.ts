/**
 * A deal of the merchant with that slug; its cover is `pictures/deals/MERCHANT.svg`. Days count from today: -3 is three
 * days ago, 0 today. The end day is included.
 */
export type DemoDeal = {
  merchant: string
  title: string
  description: string
  /** Absent: members see the English text in both languages. */
  malay?: { title: string; description?: string }
  startDay: number
  endDay: number
}

/** The last two deals are over and not started yet. */
export const demoDeals: readonly DemoDeal[] = [
  {
    merchant: 'warung-kak-ros',
    title: 'Second Teh Tarik on the House',
    description:
      'Order any nasi lemak set before 11 am and the second teh tarik is on Kak Ros. Dine-in only, one per table.',
    malay: {
      title: 'Teh Tarik Kedua Percuma',
      description:
        'Pesan mana-mana set nasi lemak sebelum 11 pagi dan teh tarik kedua Kak Ros belanja. Makan di sini sahaja, satu bagi setiap meja.',
    },
    startDay: -12,
    endDay: 21,
  },
  {
    merchant: 'kopi-tingkat-tiga',
    title: 'RM 5 Study Brew',
    description:
      'Any black coffee, hot or iced, for RM 5 from 8 pm until the library closes. Bring your own cup and the lid is free too.',
    malay: {
      title: 'Kopi Belajar RM 5',
      description:
        'Mana-mana kopi hitam, panas atau sejuk, RM 5 dari 8 malam hingga perpustakaan tutup. Bawa cawan sendiri dan penutupnya percuma juga.',
    },
    startDay: -6,
    endDay: 30,
  },
  {
    merchant: 'fatt-kee-noodle-house',
    title: '20% Off Dry Noodles After Three',
    description: 'The lunch queue is gone by three. From 3 pm to 5 pm every plate of dry noodles is 20% off.',
    malay: {
      title: 'Diskaun 20% Mi Kering Selepas Pukul Tiga',
      description:
        'Barisan makan tengah hari sudah tiada pada pukul tiga. Dari 3 petang hingga 5 petang, setiap pinggan mi kering diberi diskaun 20%.',
    },
    startDay: -20,
    endDay: 14,
  },
  {
    merchant: 'fotostat-bestari',
    title: 'Half-Price Colour Copies',
    description: 'A4 colour copies at half price on weekday mornings. Up to 60 sheets per student.',
    malay: {
      title: 'Salinan Warna Separuh Harga',
      description:
        'Salinan warna A4 pada separuh harga setiap pagi hari bekerja. Sehingga 60 helai bagi setiap pelajar.',
    },
    startDay: -9,
    endDay: 9,
  },
  {
    merchant: 'boba-bukit',
    title: 'Two Toppings, One Price',
    description: 'Choose any two toppings and pay for one. Pearls, grass jelly, pudding or red bean.',
    malay: {
      title: 'Dua Topping, Satu Harga',
      description:
        'Pilih mana-mana dua topping dan bayar untuk satu sahaja. Mutiara, cincau, puding atau kacang merah.',
    },
    startDay: -3,
    endDay: 18,
  },
  {
    merchant: 'farmasi-seri-damai',
    title: '15% Off Vitamins and First Aid',
    description: 'Show your student or staff card for 15% off vitamins, plasters and first-aid kits.',
    malay: {
      title: 'Diskaun 15% Vitamin dan Pertolongan Cemas',
      description:
        'Tunjukkan kad pelajar atau kad staf anda untuk diskaun 15% bagi vitamin, plaster dan kit pertolongan cemas.',
    },
    startDay: -25,
    endDay: 35,
  },
  {
    merchant: 'devis-banana-leaf',
    title: 'Banana Leaf Lunch at RM 9',
    description: 'Rice, three vegetables, rasam and papadam, with free refills of rice. Weekdays from 11.30 am.',
    malay: {
      title: 'Makan Tengah Hari Daun Pisang RM 9',
      description:
        'Nasi, tiga jenis sayur, rasam dan papadam, dengan tambahan nasi percuma. Hari bekerja dari 11.30 pagi.',
    },
    startDay: -15,
    endDay: 20,
  },
  {
    merchant: 'kolej-cycles',
    title: 'Full Bicycle Service RM 25',
    description:
      'Brakes, gears, chain and tyres checked while you are in class. Ready the same day when left before 10 am.',
    malay: {
      title: 'Servis Penuh Basikal RM 25',
      description:
        'Brek, gear, rantai dan tayar diperiksa semasa anda di kelas. Siap pada hari yang sama jika dihantar sebelum 10 pagi.',
    },
    startDay: -2,
    endDay: 40,
  },
  {
    merchant: 'chloes-patisserie-cafe',
    title: 'Croissants in Pairs After Six',
    description: 'From 6 pm, buy one butter croissant and take a second one home.',
    startDay: -7,
    endDay: 16,
  },
  {
    merchant: 'dobi-bersih-24',
    title: 'RM 4 Wash on Quiet Nights',
    description: 'Any 9 kg machine for RM 4, Sunday to Thursday, midnight to 6 am.',
    malay: {
      title: 'Cucian RM 4 pada Malam Lengang',
      description: 'Mana-mana mesin 9 kg dengan harga RM 4, Ahad hingga Khamis, tengah malam hingga 6 pagi.',
    },
    startDay: -30,
    endDay: 60,
  },
  {
    merchant: 'inkwell-quill',
    title: 'Back to Class: 20% Off Notebooks',
    description: 'Every ruled, dotted and grid notebook. Ask for the recycled ones; they take fountain-pen ink well.',
    malay: {
      title: 'Kembali ke Kelas: Diskaun 20% Buku Nota',
      description:
        'Semua buku nota bergaris, bertitik dan bergrid. Tanya yang dibuat daripada kertas kitar semula; sesuai untuk pen dakwat.',
    },
    startDay: -5,
    endDay: 24,
  },
  {
    merchant: 'satay-pak-din',
    title: 'Two Sticks Free with Every Ten',
    description: 'Chicken, beef or tempe. Nasi impit and peanut sauce included.',
    malay: {
      title: 'Dua Cucuk Percuma bagi Setiap Sepuluh',
      description: 'Ayam, daging atau tempe. Termasuk nasi impit dan kuah kacang.',
    },
    startDay: -11,
    endDay: 12,
  },
  {
    merchant: 'poster-lab',
    title: 'A1 Poster for RM 30',
    description: 'Matt poster for your seminar or final-year showcase. Bring a PDF before noon, collect at five.',
    malay: {
      title: 'Poster A1 pada Harga RM 30',
      description:
        'Poster matte untuk seminar atau pameran tahun akhir anda. Bawa fail PDF sebelum tengah hari, ambil pada pukul lima petang.',
    },
    startDay: -4,
    endDay: 45,
  },
  {
    merchant: 'cendol-mak-engku',
    title: 'Small Cendol RM 3',
    description: 'Shaved to order with gula Melaka from Mak Engku’s own village. Red beans are extra.',
    malay: {
      title: 'Cendol Kecil RM 3',
      description:
        'Ais dikisar apabila dipesan, dengan gula Melaka dari kampung Mak Engku sendiri. Kacang merah dikira berasingan.',
    },
    startDay: -1,
    endDay: 10,
  },
  {
    merchant: 'raket-house',
    title: 'Restringing 30% Off',
    description: 'All badminton racquets, any tension. The shop lends you one while you wait.',
    malay: {
      title: 'Diskaun 30% Pasang Tali Raket',
      description: 'Semua raket badminton, apa-apa ketegangan. Kedai meminjamkan raket sementara anda menunggu.',
    },
    startDay: -14,
    endDay: 19,
  },
  {
    merchant: 'heng-loong-provisions',
    title: 'Six Instant Noodles for Five',
    description: 'Mix any flavours. Good for one packet a day until the allowance comes.',
    startDay: -18,
    endDay: 28,
  },
  {
    merchant: 'gunting-emas-barber',
    title: 'Student Cut RM 12',
    description: 'Wash, cut and a hot towel. Monday to Thursday, walk in.',
    malay: {
      title: 'Potong Rambut Pelajar RM 12',
      description: 'Cuci, potong dan tuala panas. Isnin hingga Khamis, tanpa temu janji.',
    },
    startDay: -21,
    endDay: 33,
  },
  {
    merchant: 'pelita-books',
    title: 'Three Novels, Pay for Two',
    description: 'The lowest priced of three is free: Malay, English, Tamil and Chinese shelves alike.',
    malay: {
      title: 'Tiga Novel, Bayar Dua',
      description: 'Novel termurah antara tiga adalah percuma: rak bahasa Melayu, Inggeris, Tamil dan Cina.',
    },
    startDay: -8,
    endDay: 22,
  },
  {
    merchant: 'ayam-gepuk-tok-wan',
    title: 'Gepuk Set with Drink RM 11',
    description: 'Smashed chicken, rice, tempe and any soft drink. Say how many chillies you can bear.',
    malay: {
      title: 'Set Gepuk dengan Minuman RM 11',
      description:
        'Ayam gepuk, nasi, tempe dan mana-mana minuman ringan. Beritahu berapa biji cili yang anda sanggup makan.',
    },
    startDay: -10,
    endDay: 17,
  },
  {
    merchant: 'thesis-house',
    title: 'Second Hard Cover at Half Price',
    description: 'One copy for the faculty, one for your parents. Gold lettering is included, ready overnight.',
    startDay: -13,
    endDay: 15,
  },
  {
    merchant: 'optik-jernih',
    title: 'Free Eye Test with Student Card',
    description: 'Fifteen minutes, no purchase needed. Blue-cut lenses from RM 89 if you want them.',
    malay: {
      title: 'Ujian Mata Percuma dengan Kad Pelajar',
      description: 'Lima belas minit, tidak perlu membeli apa-apa. Kanta tapis cahaya biru dari RM 89 jika anda mahu.',
    },
    startDay: -40,
    endDay: 50,
  },
  {
    merchant: 'gelato-lorong-lima',
    title: 'Second Scoop Free on Hot Days',
    description: 'When the board outside says 33 degrees or more, the second scoop is free.',
    startDay: -6,
    endDay: 26,
  },
  {
    merchant: 'bas-kampus-ekspres',
    title: '20% Off Weekend Return Tickets',
    description: 'Home on Friday, back on Sunday. Book both ways at counter 3.',
    malay: {
      title: 'Diskaun 20% Tiket Pergi Balik Hujung Minggu',
      description: 'Balik kampung pada hari Jumaat, kembali pada hari Ahad. Tempah kedua-dua perjalanan di kaunter 3.',
    },
    startDay: -16,
    endDay: 29,
  },
  {
    merchant: 'koperasi-kolej-seroja',
    title: 'RM 10 Breakfast Basket',
    description: 'Bread, eggs, milk and bananas for two people. Collect before 9 am at the college co-operative.',
    malay: {
      title: 'Bakul Sarapan RM 10',
      description: 'Roti, telur, susu dan pisang untuk dua orang. Ambil sebelum 9 pagi di koperasi kolej.',
    },
    startDay: -3,
    endDay: 31,
  },
  {
    merchant: 'trail-and-tide',
    title: 'Rain Jackets 25% Off',
    description: 'For the monsoon weeks. Last year’s colours, this year’s zips.',
    startDay: -19,
    endDay: 11,
  },
  {
    merchant: 'akar-herbal-house',
    title: 'Two Cups of Ginger Tea for One',
    description: 'For sore throats before presentations. Sweetened with rock sugar or not at all.',
    malay: { title: 'Dua Cawan Teh Halia dengan Harga Satu' },
    startDay: -2,
    endDay: 13,
  },
  {
    merchant: 'bibik-lim-kuih',
    title: 'Four Kuih for the Price of Three',
    description: 'Kuih lapis, ondeh-ondeh, seri muka or ang ku. Fresh at 7 am and again at 3 pm.',
    malay: {
      title: 'Empat Kuih dengan Harga Tiga',
      description:
        'Kuih lapis, onde-onde, seri muka atau ang ku. Segar pada pukul 7 pagi dan sekali lagi pada pukul 3 petang.',
    },
    startDay: -5,
    endDay: 4,
  },
  {
    merchant: 'rajan-scooter-hire',
    title: 'Scooter for a Day RM 15',
    description: 'Helmet and rain cover included. A valid B2 licence is needed.',
    startDay: -1,
    endDay: 27,
  },
  {
    merchant: 'daily-loaf-bakery',
    title: 'Yesterday’s Loaf 40% Off',
    description: 'This offer has come to its end; the bakery now gives what is left to the campus food shelf.',
    startDay: -45,
    endDay: -3,
  },
  {
    merchant: 'baiki-phone-clinic',
    title: 'Free Battery Check Week',
    description: 'Bring any phone or laptop and learn how many good months its battery has left.',
    startDay: 6,
    endDay: 13,
  },
]
