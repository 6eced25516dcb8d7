import { newPerson, type Person } from '../support/browser/people.ts'
import type { Announcement, Deal, Merchant, Submission, User } from './entities.ts'

type Account = { user: User; password: string }

/** The data of the bare server, new for each test. A test may change it at any time. */
export type World = {
  /** A verified member with a history of `HISTORY` submissions. */
  member: Person
  people: Account[]
  /** The user of each token. */
  sessions: Map<string, User>
  merchants: Merchant[]
  announcements: Announcement[]
  deals: Deal[]
  submissions: { owner: User; submission: Submission }[]
  submissionsPageSize: 9 | 10 | 15
  /** Some servers return this from login. */
  refreshToken?: string
  /** The received requests, such as `GET /api/user 200`. */
  asked: string[]
}

export const MERCHANTS = 40
export const DEALS = 30
export const HISTORY = 23

const categories = ['Food', 'Groceries', 'Books', 'Sports'].map((name, place) => ({ id: place + 1, name }))

export function newWorld(): World {
  const member = newPerson('Amir Hassan')
  const merchants = times(MERCHANTS, newMerchant)
  const account = newAccount(1, member, '2026-03-01T02:00:00Z')
  return {
    member,
    people: [account],
    sessions: new Map(),
    merchants,
    announcements: times(33, newAnnouncement).reverse(),
    deals: times(DEALS, (id) => newDeal(id, merchants)),
    submissions: times(HISTORY, (id) => ({ owner: account.user, submission: newSubmission(id, merchants) })).reverse(),
    submissionsPageSize: 10,
    asked: [],
  }
}

export function newAccount(id: number, { name, email, password }: Person, verifiedAt: string | null): Account {
  const pictures = { profile_avatar_url: null, placeholder_image_url: null }
  const since = { email_verified_at: verifiedAt, suspended: false, created_at: '2025-03-01T01:00:00Z' }
  return { user: { id, name, email, ...since, ...pictures }, password }
}

/** Categories follow one after the other, so that only later pages contain the later ones. */
function newMerchant(id: number): Merchant {
  const category = categories[id <= 15 ? id % 2 : Math.ceil(id / 15)] ?? categories[0]
  return {
    id,
    name: `Kedai ${two(id)}`,
    address: `Lot ${id}, Jalan Siswa`,
    contact_number: `+60 3-5555 00${two(id)}`,
    category: category ?? { id: 1, name: 'Food' },
    merchant_logo_url: id % 2 ? PICTURE : null,
    merchant_logo_placeholder_image_url: id % 2 ? PLACEHOLDER : null,
    active_promotions_count: id <= 2 ? 1 : 0,
    is_active: true,
  }
}

export function newAnnouncement(id: number): Announcement {
  const at = new Date(Date.UTC(2026, 0, 1, id)).toISOString()
  return {
    id,
    title: `News ${id}`,
    content: `<p>The words of news ${id}.</p>`,
    image_url: id % 2 ? PICTURE : null,
    placeholder_image_url: id % 2 ? PLACEHOLDER : null,
    published_at: at,
    created_at: at,
  }
}

function newDeal(id: number, merchants: Merchant[]): Deal {
  const { id: merchantId = 1, name = '', address = '', contact_number = '' } = merchants[id - 1] ?? {}
  return {
    id,
    title: `Offer ${id}`,
    description: `What offer ${id} is about.`,
    image_url: id % 2 ? PICTURE : null,
    placeholder_image_url: id % 2 ? PLACEHOLDER : null,
    start_date: '2026-01-01',
    end_date: '2099-12-31',
    merchant: { id: merchantId, name, address, contact_number, logo_image: null, logo_placeholder_image: null },
  }
}

function newSubmission(id: number, merchants: Merchant[]): Submission {
  const status = (['approved', 'rejected', 'pending'] as const)[id % 3] ?? 'pending'
  const { name = '', address = '' } = merchants[id] ?? {}
  return {
    id,
    status,
    purchase_date: '2026-10-05',
    purchase_amount: `${id}.50`,
    invoice_no: `${9000 + id}`,
    receipt_image_url: PICTURE,
    placeholder_image_url: PLACEHOLDER,
    rejection_reason: status === 'rejected' ? 'The total cannot be read.' : null,
    admin_notes: status === 'pending' ? null : 'Looked at twice.',
    created_at: new Date(Date.UTC(2026, 9, 6, id)).toISOString(),
    merchant: { name, address },
    merchant_logo_url: null,
    merchant_logo_image_placeholder_url: null,
  }
}

const times = <T>(count: number, make: (id: number) => T) =>
  Array.from({ length: count }, (_, place) => make(place + 1))
const two = (id: number) => String(id).padStart(2, '0')

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** The one picture of the bare server: its path, the file, and its placeholder. */
export const PICTURE = '/pictures/any.png'
export const pictureFile = { type: 'image/png', body: Buffer.from(PNG, 'base64') }
const PLACEHOLDER = `data:image/png;base64,${PNG}`
