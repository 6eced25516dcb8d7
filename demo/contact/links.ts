import type { CannedAnswerInput } from '../../server/domains/contact/canned-answers.store.ts'
import type { LinkGroupRow } from '../../server/domains/links/links.store.ts'

const always = { start_date: null, end_date: null }

export const demoLinkGroups: readonly Omit<LinkGroupRow, 'id' | 'version'>[] = [
  {
    title: 'Campus services',
    title_ms: 'Perkhidmatan kampus',
    position: 1,
    links: [
      {
        ...always,
        title: 'Library',
        title_ms: 'Perpustakaan',
        address: 'https://library.campus.example',
        note: 'Open until 22:00 on weekdays',
        note_ms: 'Dibuka hingga 22:00 pada hari bekerja',
      },
      {
        ...always,
        title: 'Campus bus',
        title_ms: 'Bas kampus',
        address: 'https://bus.campus.example/timetable',
        note: 'Stops and timetable',
        note_ms: 'Hentian dan jadual',
      },
      {
        ...always,
        title: 'Student affairs office',
        title_ms: 'Pejabat hal ehwal pelajar',
        address: 'mailto:students@campus.example',
        note: null,
        note_ms: null,
      },
    ],
  },
  {
    title: 'If you need help',
    title_ms: 'Jika anda perlukan bantuan',
    position: 2,
    links: [
      {
        ...always,
        title: 'Campus security',
        title_ms: 'Keselamatan kampus',
        address: 'tel:+60-3-5550-0100',
        note: 'Day and night',
        note_ms: 'Siang dan malam',
      },
      {
        ...always,
        title: 'Campus clinic',
        title_ms: 'Klinik kampus',
        address: 'tel:+60-3-5550-0120',
        note: 'Monday to Friday, 08:00 to 17:00',
        note_ms: 'Isnin hingga Jumaat, 08:00 hingga 17:00',
      },
    ],
  },
]

export const demoCannedAnswers: readonly CannedAnswerInput[] = [
  {
    title: 'A receipt that cannot be read',
    subject: 'receipt',
    text: 'We could not read the receipt. Please photograph it again in good light, with all four corners in the picture, and send it once more.',
    text_ms:
      'Kami tidak dapat membaca resit itu. Sila ambil gambarnya semula di tempat yang terang, dengan keempat-empat penjuru dalam gambar, dan hantar sekali lagi.',
  },
  {
    title: 'A new phone',
    subject: 'account',
    text: 'Your stamps belong to your account. Sign in on the new phone, and everything is there.',
    text_ms: 'Cop anda dimiliki oleh akaun anda. Log masuk pada telefon baharu, dan semuanya ada di situ.',
  },
]
