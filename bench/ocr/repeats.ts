import { drawReceipt } from '../../demo/receipt-drawing.ts'
import { chances } from '../../tests/support/pictures/receipt-copies.ts'

const SHOPS = ['Kopi Kita', 'Warung Kak Ros', 'Restoran Sri Mawar', 'Kedai Buku Cahaya', 'Bengkel Jitu', 'Kafe Biru']
const STREETS = ['Jalan Universiti 3', 'Lot 12, Jalan Ilmu', 'Blok C, Kolej Kediaman 5', 'Jalan Kampung Baru 8']
const GOODS = [
  { name: 'Nasi lemak ayam', sen: 850 },
  { name: 'Teh tarik', sen: 250 },
  { name: 'Kuih lapis', sen: 120 },
  { name: 'Mee goreng mamak', sen: 780 },
  { name: 'Sirap bandung', sen: 310 },
  { name: 'Roti canai telur', sen: 260 },
  { name: 'Milo ais', sen: 340 },
  { name: 'Buku nota A5', sen: 690 },
] as const
const DAY_MS = 86_400_000

/** Honest slips of one till for the same goods: only number, date and time differ, or on `sameDay` number and time. */
type Repeats = { first: Buffer; later: Buffer; sameDay: Buffer }

/** Always the same for the same `seed`. */
export async function repeatPurchase(seed: number): Promise<Repeats> {
  const chance = chances(seed * 104_729)
  const whole = (most: number) => Math.floor(most * chance())
  const items = GOODS.filter(() => chance() < 0.45).map((goods) => ({ ...goods, qty: 1 + whole(3) }))
  const bought = items.length > 0 ? items : [{ ...GOODS[0], qty: 1 }]
  const slip = {
    merchant: SHOPS[whole(SHOPS.length)] ?? '',
    address: STREETS[whole(STREETS.length)] ?? '',
    items: bought,
    totalSen: bought.reduce((sum, { qty, sen }) => sum + qty * sen, 0),
  }
  const [first, number] = [Date.UTC(2026, 5 + whole(4), 1 + whole(28)), 10_000 + whole(80_000)]
  const drawn = (at: number, invoice: number, hour: number) =>
    drawReceipt({
      ...slip,
      invoice: String(invoice),
      date: new Date(at).toISOString().slice(0, 10),
      time: `${String(hour).padStart(2, '0')}:${String(whole(60)).padStart(2, '0')}`,
    })
  const hour = 8 + whole(12)
  return {
    first: await drawn(first, number, hour),
    later: await drawn(first + (1 + whole(20)) * DAY_MS, number + 1 + whole(400), 8 + whole(12)),
    sameDay: await drawn(first, number + 1 + whole(60), hour + 1 + whole(3)),
  }
}
