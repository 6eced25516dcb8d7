import type { Role } from '@stampus/contract/console/operators'
import type { Access } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import type { Language } from '@stampus/contract/values/languages'
import type { FastifyRequest } from 'fastify'
import { forbidden, HttpError, unauthenticated } from './http-error.ts'

/** `tokenHash` is as the database stores it. */
export type AuthenticatedMember = {
  id: number
  email: string
  verified: boolean
  suspended: boolean
  token: string
  tokenHash: Buffer
}

export type AuthenticatedOperator = {
  id: number
  name: string
  email: string
  role: Role
  secondFactor: 'on' | 'off' | 'due'
  tokenHash: Buffer
}

export type AuthenticatedOwner = { id: number; name: string; email: string; language: Language; tokenHash: Buffer }

export type AuthenticatedPhone = {
  id: number
  name: string
  merchantId: number
  cashier: { id: number; name: string } | undefined
}
export type AuthenticatedCashier = Omit<AuthenticatedPhone, 'cashier'> & { cashier: { id: number; name: string } }

type Principals = {
  member: AuthenticatedMember
  operator: AuthenticatedOperator
  owner: AuthenticatedOwner
  phone: AuthenticatedPhone
}

/** The domains provide them, so that the platform knows no domain. */
export type Authenticators = {
  [Kind in keyof Principals]: (request: FastifyRequest) => Promise<Principals[Kind] | undefined>
}

type OperatorAccess = 'operator' | 'reviewer' | 'manager'

export type Principal<A extends Access> = A extends 'public'
  ? unknown
  : A extends 'session' | 'member'
    ? { member: AuthenticatedMember }
    : A extends 'owner'
      ? { owner: AuthenticatedOwner }
      : A extends 'phone'
        ? { phone: AuthenticatedPhone }
        : A extends 'cashier'
          ? { phone: AuthenticatedCashier }
          : { operator: AuthenticatedOperator }

export type AnyPrincipal = Partial<Principals>

/** Who sends a request, if they may make the call; nobody for a public call. Throws 401 or 403. */
export async function authenticate(
  access: Access,
  { member, operator, owner, phone }: Authenticators,
  request: FastifyRequest,
): Promise<AnyPrincipal> {
  if (access === 'public') return {}
  if (access === 'owner') return { owner: signedIn(await owner(request)) }
  if (access === 'session' || access === 'member')
    return { member: allowedMember(access, signedIn(await member(request))) }
  if (access === 'phone' || access === 'cashier') return { phone: allowedPhone(access, signedIn(await phone(request))) }
  return { operator: allowedOperator(access, signedIn(await operator(request))) }
}

function signedIn<Found>(found: Found | undefined): Found {
  if (!found) throw unauthenticated()
  return found
}

function allowedMember(access: 'session' | 'member', member: AuthenticatedMember): AuthenticatedMember {
  if (access === 'session') return member
  if (member.suspended) throw forbidden(texts.suspended)
  if (!member.verified) throw forbidden(texts.verificationRequired)
  return member
}

function allowedPhone(access: 'phone' | 'cashier', phone: AuthenticatedPhone): AuthenticatedPhone {
  // The counter app asks for the PIN when it gets this code.
  if (access === 'cashier' && !phone.cashier)
    throw new HttpError(403, texts.pinNeeded, {}, { fields: { code: 'pin_needed' } })
  return phone
}

function allowedOperator(access: OperatorAccess, operator: AuthenticatedOperator): AuthenticatedOperator {
  if (access === 'operator') return operator
  if (operator.secondFactor === 'due') throw forbidden(texts.secondFactorDue)
  if (access === 'manager' && operator.role !== 'manager') throw forbidden()
  return operator
}

export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/-]{16,256})$/i.exec(request.headers.authorization ?? '')?.[1]
