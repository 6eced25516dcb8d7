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

/** The domains provide them, so that the platform knows no domain. */
export type Authenticators = {
  member(request: FastifyRequest): Promise<AuthenticatedMember | undefined>
  operator(request: FastifyRequest): Promise<AuthenticatedOperator | undefined>
  owner(request: FastifyRequest): Promise<AuthenticatedOwner | undefined>
  phone(request: FastifyRequest): Promise<AuthenticatedPhone | undefined>
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

export type AnyPrincipal = {
  member?: AuthenticatedMember
  operator?: AuthenticatedOperator
  owner?: AuthenticatedOwner
  phone?: AuthenticatedPhone
}

/** Who sends a request, if they may make the call; nobody for a public call. Throws 401 or 403. */
export async function authenticate(
  access: Access,
  authenticators: Authenticators,
  request: FastifyRequest,
): Promise<AnyPrincipal> {
  if (access === 'public') return {}
  if (access === 'session' || access === 'member')
    return { member: requireMember(access, await authenticators.member(request)) }
  if (access === 'owner') return { owner: requireOwner(await authenticators.owner(request)) }
  if (access === 'phone' || access === 'cashier')
    return { phone: requirePhone(access, await authenticators.phone(request)) }
  return { operator: requireOperator(access, await authenticators.operator(request)) }
}

function requireMember(access: 'session' | 'member', member: AuthenticatedMember | undefined): AuthenticatedMember {
  if (!member) throw unauthenticated()
  if (access === 'session') return member
  if (member.suspended) throw forbidden(texts.suspended)
  if (!member.verified) throw forbidden(texts.verificationRequired)
  return member
}

function requireOwner(owner: AuthenticatedOwner | undefined): AuthenticatedOwner {
  if (!owner) throw unauthenticated()
  return owner
}

function requirePhone(access: 'phone' | 'cashier', phone: AuthenticatedPhone | undefined): AuthenticatedPhone {
  if (!phone) throw unauthenticated()
  if (access === 'cashier' && !phone.cashier) throw pinNeeded()
  return phone
}

/** 403: the cashier must enter the PIN. The counter app knows it by its `code`. */
const pinNeeded = (): HttpError => new HttpError(403, texts.pinNeeded, {}, { fields: { code: 'pin_needed' } })

function requireOperator(access: OperatorAccess, operator: AuthenticatedOperator | undefined): AuthenticatedOperator {
  if (!operator) throw unauthenticated()
  if (access === 'operator') return operator
  if (operator.secondFactor === 'due') throw forbidden(texts.secondFactorDue)
  if (access === 'manager' && operator.role !== 'manager') throw forbidden()
  return operator
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]{16,256})$/i.exec(request.headers.authorization ?? '')?.[1]
}
