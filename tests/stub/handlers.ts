import { PAGE_SIZE } from '@stampus/contract/limits'
import { somebody } from '../support/browser/people.ts'
import { type Asked, type Handlers, Refused } from './calls.ts'
import type { Submission, User } from './entities.ts'
import { PICTURE } from './picture.ts'
import { aPerson, type World } from './world.ts'

/** Answers each call of section 7 with its "Answer used" column and nothing more. */
export function handlersFor(world: World): Handlers {
  const mine = ({ token }: Asked) => submissionsOf(world, callerOf(world, token))
  return {
    login: ({ fields }) => logIn(world, fields),
    register: ({ fields }) => register(world, fields),
    verifyEmail: ({ fields }) => verify(world, fields),
    resendVerification: () => undefined,
    currentUser: ({ token }) => ({ data: callerOf(world, token) }),
    updateProfile: (asked) => ({ data: updateProfile(world, asked) }),
    wallet: () => ({ data: { stamp_balance: 12 } }),
    submissions: (asked) => ({ data: listed(mine(asked), asked.fields, world.submissionsPageSize) }),
    submission: (asked) => ({ data: found(mine(asked), asked.fields) }),
    submit: (asked) => ({ data: submit(world, asked) }),
    merchants: ({ fields }) => ({ data: pageOf(merchantsFor(world, fields), fields) }),
    merchant: ({ fields }) => ({ data: found(world.merchants, fields) }),
    merchantBySlug: ({ fields }) => {
      return { data: found(world.merchants, { id: fields.slug?.replace(/^kedai-0?/, '') ?? '' }) }
    },
    announcements: ({ fields }) => ({ data: pageOf(world.announcements, fields) }),
    deals: ({ fields }) => ({ data: pageOf(world.deals, fields) }),
  }
}

type Fields = Asked['fields']

/** The user of a token; whoever sends none or a dead one is refused. */
export function callerOf({ sessions }: World, token: string): User {
  const user = sessions.get(token)
  if (!user) throw new Refused(401, 'Unauthenticated.')
  return user
}

function sessionOf(world: World, user: User) {
  const token = somebody().name
  world.sessions.set(token, user)
  return { token, user }
}

function logIn(world: World, { email, password }: Fields) {
  const kept = world.people.find(({ user }) => user.email === email)
  if (kept?.password !== password || !kept) throw new Refused(422, 'Wrong.', { email: ['Wrong email or password.'] })
  const { refreshToken } = world
  return { ...sessionOf(world, kept.user), ...(refreshToken && { refreshToken }) }
}

function register(world: World, { name = '', email = '', password = '' }: Fields) {
  const kept = aPerson(world.people.length + 1, { name, email, password }, null)
  world.people.push(kept)
  return sessionOf(world, kept.user)
}

function verify(world: World, { id, signature }: Fields) {
  const kept = world.people.find(({ user }) => String(user.id) === id)
  if (!kept || signature !== 'good') throw new Refused(403, '')
  kept.user.email_verified_at = '2026-11-21T04:00:00Z'
  return sessionOf(world, kept.user)
}

function updateProfile(world: World, { fields, token }: Asked): User {
  return Object.assign(callerOf(world, token), { name: fields.name, email: fields.email })
}

function submissionsOf({ submissions }: World, user: User): Submission[] {
  return submissions.filter(({ owner }) => owner === user).map(({ submission }) => submission)
}

function listed(submissions: Submission[], { status, limit, ...fields }: Fields, pageSize: number) {
  const wanted = submissions.filter((one) => !status || one.status === status)
  return pageOf(wanted, fields, Number(limit ?? pageSize))
}

function submit(world: World, { fields, file, token }: Asked): Submission {
  const { name, address } = found(world.merchants, { id: fields.merchant_id ?? '' })
  if (!file) throw new Refused(422, 'No picture.', { receipt_image: ['A picture is required.'] })
  const { purchase_date = '', purchase_amount = '', invoice_number = '' } = fields
  const submission: Submission = {
    id: 1 + Math.max(...world.submissions.map((one) => one.submission.id)),
    status: 'pending',
    purchase_date,
    purchase_amount,
    invoice_no: invoice_number,
    receipt_image_url: PICTURE,
    placeholder_image_url: null,
    rejection_reason: null,
    admin_notes: null,
    created_at: new Date().toISOString(),
    merchant: { name, address },
    merchant_logo_url: null,
    merchant_logo_image_placeholder_url: null,
  }
  world.submissions.unshift({ owner: callerOf(world, token), submission })
  return submission
}

function merchantsFor({ merchants }: World, { search = '', category_id }: Fields) {
  return merchants.filter(({ name, category }) => {
    return name.toLowerCase().includes(search.toLowerCase()) && (!category_id || String(category.id) === category_id)
  })
}

function pageOf<Row>(rows: Row[], { page = '1' }: Fields, size: number = PAGE_SIZE): Row[] {
  return rows.slice((Number(page) - 1) * size, Number(page) * size)
}

function found<Row extends { id: number }>(rows: Row[], { id }: Fields): Row {
  const row = rows.find((one) => String(one.id) === id)
  if (!row) throw new Refused(404, 'Not found.')
  return row
}
