import type { DemoMoment } from '../seed.ts'

/** Some time before the demo began. */
type RecentMoment = { minutesAgo: number }

/** A voucher of a demo member; `picture` is that of its reward. It is ready unless `end` says otherwise. */
export type DemoVoucher = DemoMoment & {
  email: string
  picture: string
  end?: DemoMoment & { kind: 'used' | 'returned' }
}

/** All are claimed before the newest receipt of the demo is sent, oldest first. */
export const demoVouchers: readonly DemoVoucher[] = [
  {
    email: 'weijie.lim@student.campus.edu.my',
    picture: 'umbrella',
    daysAgo: 26,
    time: '13:20',
    end: { kind: 'used', daysAgo: 25, time: '11:45' },
  },
  {
    email: 'aisyah@student.campus.edu.my',
    picture: 'nasi-lemak',
    daysAgo: 22,
    time: '11:05',
    end: { kind: 'returned', daysAgo: 20, time: '18:30' },
  },
  {
    email: 'kavitha@student.campus.edu.my',
    picture: 'tote-bag',
    daysAgo: 17,
    time: '10:10',
    end: { kind: 'used', daysAgo: 16, time: '15:30' },
  },
  {
    email: 'siewling.ong@campus.edu.my',
    picture: 'kopi-o',
    daysAgo: 13,
    time: '08:50',
    end: { kind: 'used', daysAgo: 13, time: '09:15' },
  },
  {
    email: 'grace.jugah@student.campus.edu.my',
    picture: 'colour-copies',
    daysAgo: 11,
    time: '16:40',
    end: { kind: 'returned', daysAgo: 10, time: '09:05' },
  },
  {
    email: 'aisyah@student.campus.edu.my',
    picture: 'tote-bag',
    daysAgo: 9,
    time: '16:20',
    end: { kind: 'used', daysAgo: 7, time: '12:10' },
  },
  { email: 'hakim.zul@student.campus.edu.my', picture: 'umbrella', daysAgo: 6, time: '17:25' },
  { email: 'grace.jugah@student.campus.edu.my', picture: 'tote-bag', daysAgo: 5, time: '14:00' },
  { email: 'kavitha@student.campus.edu.my', picture: 'kuih-trio', daysAgo: 4, time: '07:35' },
  { email: 'weijie.lim@student.campus.edu.my', picture: 'kopi-o', daysAgo: 3, time: '10:30' },
  { email: 'aisyah@student.campus.edu.my', picture: 'kopi-o', daysAgo: 2, time: '09:40' },
]

/** Stamps from the time of paper cards, which members without an approved receipt have brought to the desk. */
export const paperStamps = 24

/** A voucher that the demo's cashier handed over. */
export type DemoHandOver = DemoMoment & { email: string; usedAt: DemoMoment | RecentMoment }

/** All are of this reward of the owner's merchant. */
export const handedOverPicture = 'kopi-o'

/** Whatever the day, one is of the month before, and two are of the last hours. Oldest first. */
export const demoHandOvers: readonly DemoHandOver[] = [
  {
    email: 'zoe.fernandez@student.campus.edu.my',
    daysAgo: 34,
    time: '15:20',
    usedAt: { daysAgo: 33, time: '08:25' },
  },
  {
    email: 'zoe.fernandez@student.campus.edu.my',
    daysAgo: 21,
    time: '15:40',
    usedAt: { daysAgo: 20, time: '10:10' },
  },
  { email: 'siewling.ong@campus.edu.my', daysAgo: 19, time: '08:15', usedAt: { daysAgo: 19, time: '08:20' } },
  { email: 'zoe.fernandez@student.campus.edu.my', daysAgo: 8, time: '13:05', usedAt: { daysAgo: 8, time: '13:20' } },
  { email: 'siewling.ong@campus.edu.my', daysAgo: 5, time: '16:00', usedAt: { daysAgo: 4, time: '08:10' } },
  { email: 'kavitha@student.campus.edu.my', daysAgo: 3, time: '12:10', usedAt: { daysAgo: 2, time: '12:30' } },
  { email: 'grace.jugah@student.campus.edu.my', daysAgo: 2, time: '09:05', usedAt: { minutesAgo: 95 } },
  { email: 'siewling.ong@campus.edu.my', daysAgo: 2, time: '17:45', usedAt: { minutesAgo: 25 } },
]
