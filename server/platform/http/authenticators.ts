import type { Role } from '@stampus/contract/console/operators'
import type { Access } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import type { FastifyRequest } from 'fastify'
import { forbidden, unauthenticated } from './http-error.ts'

/** A signed-in member. `token` is the bearer token of the request, `tokenHash` its hash as the database stores it. */
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

/** Find the member or operator who sends a request. The domains provide them, so that the platform knows no domain. */
export type Authenticators = {
  member(request: FastifyRequest): Promise<AuthenticatedMember | undefined>
  operator(request: FastifyRequest): Promise<AuthenticatedOperator | undefined>
}

type OperatorAccess = 'operator' | 'reviewer' | 'manager'

/** Who is signed in, by the access of a call. */
export type Principal<A extends Access> = A extends 'public'
  ? unknown
  : A extends 'session' | 'member'
    ? { member: AuthenticatedMember }
    : { operator: AuthenticatedOperator }

/** Who is signed in, for any call: a member, an operator, or neither for a public one. */
export type AnyPrincipal = { member?: AuthenticatedMember; operator?: AuthenticatedOperator }

/** Returns the signed-in member or operator if they may make the call; neither for a public call. Throws 401 or 403. */
export async function authenticate(
  access: Access,
  authenticators: Authenticators,
  request: FastifyRequest,
): Promise<AnyPrincipal> {
  if (access === 'public') return {}
  if (access === 'session' || access === 'member')
    return { member: requireMember(access, await authenticators.member(request)) }
  return { operator: requireOperator(access, await authenticators.operator(request)) }
}

function requireMember(access: 'session' | 'member', member: AuthenticatedMember | undefined): AuthenticatedMember {
  if (!member) throw unauthenticated()
  if (access === 'session') return member
  if (member.suspended) throw forbidden(texts.suspended)
  if (!member.verified) throw forbidden(texts.verificationRequired)
  return member
}

function requireOperator(access: OperatorAccess, operator: AuthenticatedOperator | undefined): AuthenticatedOperator {
  if (!operator) throw unauthenticated()
  if (access === 'operator') return operator
  if (operator.secondFactor === 'due') throw forbidden(texts.secondFactorDue)
  if (access === 'manager' && operator.role !== 'manager') throw forbidden()
  return operator
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]{16,256})$/i.exec(request.headers.authorization ?? '')?.[1]
}
