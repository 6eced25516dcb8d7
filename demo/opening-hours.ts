/** When a merchant is open, by its slug. Those of the others are not known. */
export const demoOpeningHours: Readonly<Record<string, { english: string; malay: string }>> = {
  'warung-kak-ros': {
    english: 'Mon–Sat 7 am – 4 pm\nClosed on Sunday',
    malay: 'Isnin–Sabtu 7 pagi – 4 petang\nTutup pada hari Ahad',
  },
  'fatt-kee-noodle-house': {
    english: 'Tue–Sun 8 am – 3 pm\nClosed on Monday',
    malay: 'Selasa–Ahad 8 pagi – 3 petang\nTutup pada hari Isnin',
  },
  'nasi-kandar-seroja': { english: 'Daily 11 am – 2 am', malay: 'Setiap hari 11 pagi – 2 pagi' },
  'kopi-tingkat-tiga': {
    english: 'Mon–Fri 8 am – 11 pm\nSat–Sun 10 am – 11 pm',
    malay: 'Isnin–Jumaat 8 pagi – 11 malam\nSabtu–Ahad 10 pagi – 11 malam',
  },
  'boba-bukit': { english: 'Daily 10 am – 11 pm', malay: 'Setiap hari 10 pagi – 11 malam' },
  'kedai-buku-cendekia': {
    english: 'Mon–Fri 9 am – 7 pm\nSat 10 am – 5 pm',
    malay: 'Isnin–Jumaat 9 pagi – 7 malam\nSabtu 10 pagi – 5 petang',
  },
  'farmasi-seri-damai': { english: 'Daily 9 am – 9 pm', malay: 'Setiap hari 9 pagi – 9 malam' },
  'bibik-lim-kuih': {
    english: 'Daily 7 am – 6 pm\nFresh kuih at 7 am and 3 pm',
    malay: 'Setiap hari 7 pagi – 6 petang\nKuih segar pada pukul 7 pagi dan 3 petang',
  },
}
