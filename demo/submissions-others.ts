import type { DemoSubmission } from './submissions.ts'
import { pharmacyReceipt } from './submissions-aisyah.ts'

/**
 * Pending submissions by the member's email. Kavitha sends the same receipt that Aisyah has stamps for, and Zoë typed an
 * amount that differs from the receipt, so that a reviewer has something to find.
 */
export const othersSubmissions: Readonly<Record<string, readonly DemoSubmission[]>> = {
  'weijie.lim@student.campus.edu.my': [
    {
      merchant: 'fatt-kee-noodle-house',
      daysAgo: 3,
      time: '12:18',
      submittedAfterMinutes: 1500,
      invoice: '44120',
      items: [
        { name: 'Mee kolok special', qty: 1, sen: 980 },
        { name: 'Wantan sup', qty: 1, sen: 650 },
        { name: 'Teh O ais', qty: 1, sen: 220 },
      ],
      amountSen: 1850,
      outcome: { status: 'pending' },
    },
    {
      merchant: 'raket-house',
      daysAgo: 1,
      time: '19:33',
      submittedAfterMinutes: 20,
      invoice: '10873',
      items: [
        { name: 'Tali raket BG6', qty: 1, sen: 3200 },
        { name: 'Upah tarik tali', qty: 1, sen: 1500 },
        { name: 'Bulu tangkis 6 biji', qty: 1, sen: 4200 },
      ],
      amountSen: 8900,
      outcome: { status: 'pending' },
    },
  ],
  'kavitha@student.campus.edu.my': [
    {
      ...pharmacyReceipt,
      submittedAfterMinutes: 2900,
      outcome: { status: 'pending' },
    },
    {
      merchant: 'chloes-patisserie-cafe',
      daysAgo: 1,
      time: '09:05',
      submittedAfterMinutes: 30,
      invoice: '280116',
      items: [
        { name: 'Pain au chocolat', qty: 2, sen: 890 },
        { name: 'Café crème', qty: 1, sen: 1250 },
      ],
      amountSen: 3030,
      outcome: { status: 'pending' },
    },
  ],
  'hakim.zul@student.campus.edu.my': [
    {
      merchant: 'rajan-scooter-hire',
      daysAgo: 2,
      time: '08:00',
      submittedAfterMinutes: 720,
      invoice: '600231',
      items: [
        { name: 'Skuter 110cc sehari', qty: 2, sen: 1500 },
        { name: 'Topi keledar', qty: 2, sen: 300 },
      ],
      amountSen: 3600,
      outcome: { status: 'pending' },
    },
    {
      merchant: 'ayam-gepuk-tok-wan',
      daysAgo: 1,
      time: '21:47',
      submittedAfterMinutes: 5,
      invoice: '93318',
      items: [
        { name: 'Set gepuk paha', qty: 2, sen: 1350 },
        { name: 'Tempe goreng', qty: 1, sen: 300 },
      ],
      amountSen: 3000,
      outcome: { status: 'pending' },
    },
  ],
  'grace.jugah@student.campus.edu.my': [
    {
      merchant: 'koperasi-kolej-seroja',
      daysAgo: 2,
      time: '17:20',
      submittedAfterMinutes: 240,
      invoice: '0145901',
      items: [
        { name: 'Mi segera 5 bungkus', qty: 2, sen: 595 },
        { name: 'Biskut kelapa', qty: 1, sen: 480 },
        { name: 'Sabun basuh 1 kg', qty: 1, sen: 1190 },
        { name: 'Ubat gigi', qty: 1, sen: 845 },
      ],
      amountSen: 3705,
      outcome: { status: 'pending' },
    },
  ],
  'siewling.ong@campus.edu.my': [
    {
      merchant: 'thesis-house',
      daysAgo: 5,
      time: '16:32',
      submittedAfterMinutes: 1100,
      invoice: '2026390',
      items: [
        { name: 'Poster A1 matt', qty: 4, sen: 3000 },
        { name: 'Cetak prosiding', qty: 25, sen: 1850 },
      ],
      amountSen: 58250,
      outcome: { status: 'pending' },
    },
    {
      merchant: 'reading-room-coffee',
      daysAgo: 1,
      time: '10:11',
      submittedAfterMinutes: 60,
      invoice: '77310',
      items: [
        { name: 'Flat white', qty: 2, sen: 1100 },
        { name: 'Banana bread', qty: 1, sen: 890 },
      ],
      amountSen: 3090,
      outcome: { status: 'pending' },
    },
  ],
  'zoe.fernandez@student.campus.edu.my': [
    {
      merchant: 'trail-and-tide',
      daysAgo: 3,
      time: '13:52',
      submittedAfterMinutes: 180,
      invoice: '350077',
      items: [{ name: 'Jaket hujan M', qty: 1, sen: 12900 }],
      amountSen: 19200,
      outcome: { status: 'pending' },
    },
    {
      merchant: 'bibik-lim-kuih',
      daysAgo: 1,
      time: '07:40',
      submittedAfterMinutes: 15,
      invoice: '9026',
      items: [
        { name: 'Ondeh-ondeh 6 biji', qty: 1, sen: 600 },
        { name: 'Seri muka', qty: 4, sen: 150 },
      ],
      amountSen: 1200,
      outcome: { status: 'pending' },
    },
  ],
}
