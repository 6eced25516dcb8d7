import {
  currentUser,
  login,
  register,
  resendVerification,
  updateProfile,
  verifyEmail,
} from '@stampus/contract/accounts'
import { list as announcements } from '@stampus/contract/announcements'
import { list as deals } from '@stampus/contract/deals'
import type { AnswerOf, Endpoint, Group } from '@stampus/contract/endpoint'
import { show as merchant, showBySlug as merchantBySlug, list as merchants } from '@stampus/contract/merchants'
import { show as submission, list as submissions, create as submit } from '@stampus/contract/submissions'
import { show as wallet } from '@stampus/contract/wallet'

/** The only calls that the bare server knows. */
export const calls = {
  login,
  register,
  verifyEmail,
  resendVerification,
  currentUser,
  updateProfile,
  wallet,
  submissions,
  submit,
  submission,
  merchants,
  merchant,
  merchantBySlug,
  announcements,
  deals,
} satisfies Group
type Calls = typeof calls

/** The values of path, query and body, and the uploaded file. */
export type CallInput = { fields: Record<string, string>; file: File | undefined; token: string }

/** A response without the contract's optional fields. */
type Bare<T> = T extends (infer Row)[]
  ? Bare<Row>[]
  : T extends object
    ? { [Field in keyof T as undefined extends T[Field] ? never : Field]: Bare<T[Field]> }
    : T

/** The response; undefined means an empty one. */
type Handler<E extends Endpoint> = (asked: CallInput) => Bare<AnswerOf<E>> | undefined

/** One handler for every call: a missing or misspelt one does not compile. */
export type Handlers = { [Name in keyof Calls]: Handler<Calls[Name]> }

/** An error with the body `{message, errors}`. */
export class HttpError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>

  constructor(status: number, message: string, errors: Record<string, string[]> = {}) {
    super(message)
    this.status = status
    this.errors = errors
  }
}
