import { newPerson } from '../support/browser/people.ts'
import { type CallInput, type Handlers, HttpError } from './calls.ts'
import type { Submission, User } from './entities.ts'
import { newAccount, PICTURE, type World } from './world.ts'

/** Answers each call with the required fields and nothing more. */
export function handlersFor(world: World): Handlers {
  const mine = ({ token }: CallInput) => submissionsOf(world, findUser(world, token))
  return {
    login: ({ fields }) => logIn(world, fields),
    register: ({ fields }) => register(world, fields),
    verifyEmail: ({ fields }) => verify(world, fields),
    resendVerification: () => undefined,
    currentUser: ({ token }) => ({ data: findUser(world, token) }),
    updateProfile: (asked) => ({ data: updateProfile(world, asked) }),
    wallet: () => ({ data: { stamp_balance: 12 } }),
    submissions: (asked) => ({ data: filterByStatus(mine(asked), asked.fields, world.submissionsPageSize) }),
    submission: (asked) => ({ data: findRow(mine(asked), asked.fields) }),
    submit: (asked) => ({ data: submit(world, asked) }),
    merchants: ({ fields }) => ({ data: pageOf(merchantsFor(world, fields), fields) }),
    merchant: ({ fields }) => ({ data: findRow(world.merchants, fields) }),
    merchantBySlug: ({ fields }) => {
      return { data: findRow(world.merchants, { id: fields.slug?.replace(/^kedai-0?/, '') ?? '' }) }
    },
    announcements: ({ fields }) => ({ data: pageOf(world.announcements, fields) }),
    deals: ({ fields }) => ({ data: pageOf(world.deals, fields) }),
  }
}

type Fields = CallInput['fields']

/** The user of a token; throws a 401 for a missing or unknown token. */
export function findUser({ sessions }: World, token: string): User {
  const user = sessions.get(token)
  if (!user) throw new HttpError(401, 'Unauthenticated.')
  return user
}

function sessionOf(world: World, user: User) {
  const token = newPerson().name
  world.sessions.set(token, user)
  return { token, user }
}

function logIn(world: World, { email, password }: Fields) {
  const account = world.people.find(({ user }) => user.email === email)
  if (account?.password !== password || !account)
    throw new HttpError(422, 'Wrong.', { email: ['Wrong email or password.'] })
  const { refreshToken } = world
  return { ...sessionOf(world, account.user), ...(refreshToken && { refreshToken }) }
}

function register(world: World, { name = '', email = '', password = '' }: Fields) {
  const account = newAccount(world.people.length + 1, { name, email, password }, null)
  world.people.push(account)
  return sessionOf(world, account.user)
}

function verify(world: World, { id, signature }: Fields) {
  const account = world.people.find(({ user }) => String(user.id) === id)
  if (!account || signature !== 'good') throw new HttpError(403, '')
  account.user.email_verified_at = '2026-11-21T04:00:00Z'
  return sessionOf(world, account.user)
}

function updateProfile(world: World, { fields, token }: CallInput): User {
  return Object.assign(findUser(world, token), { name: fields.name, email: fields.email })
}

function submissionsOf({ submissions }: World, user: User): Submission[] {
  return submissions.filter(({ owner }) => owner === user).map(({ submission }) => submission)
}

function filterByStatus(submissions: Submission[], { status, limit, ...fields }: Fields, pageSize: number) {
  const wanted = submissions.filter((one) => !status || one.status === status)
  return pageOf(wanted, fields, Number(limit ?? pageSize))
}

function submit(world: World, { fields, file, token }: CallInput): Submission {
  const { name, address } = findRow(world.merchants, { id: fields.merchant_id ?? '' })
  if (!file) throw new HttpError(422, 'No picture.', { receipt_image: ['A picture is required.'] })
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
  world.submissions.unshift({ owner: findUser(world, token), submission })
  return submission
}

function merchantsFor({ merchants }: World, { search = '', category_id }: Fields) {
  return merchants.filter(({ name, category }) => {
    return name.toLowerCase().includes(search.toLowerCase()) && (!category_id || String(category.id) === category_id)
  })
}

function pageOf<Row>(rows: Row[], { page = '1' }: Fields, size = 15): Row[] {
  return rows.slice((Number(page) - 1) * size, Number(page) * size)
}

function findRow<Row extends { id: number }>(rows: Row[], { id }: Fields): Row {
  const row = rows.find((one) => String(one.id) === id)
  if (!row) throw new HttpError(404, 'Not found.')
  return row
}
