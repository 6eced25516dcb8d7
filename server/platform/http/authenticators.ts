import type { Role } from '@stampus/contract/console/operators'
import type { Access } from '@stampus/contract/endpoint'
import * as texts from '@stampus/contract/texts'
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

/** Find the signed-in caller of a request. The domains provide them, so that the platform knows no domain. */
export type Authenticators = {
  member(request: FastifyRequest): Promise<AuthenticatedMember | undefined>
  operator(request: FastifyRequest): Promise<AuthenticatedOperator | undefined>
}

type OperatorAccess = 'operator' | 'reviewer' | 'manager'

export type PrincipalFor<A extends Access> = A extends 'public'
  ? undefined
  : A extends 'session' | 'member'
    ? AuthenticatedMember
    : AuthenticatedOperator

/** Returns the caller if the call allows it; undefined for a public call. Throws 401 or 403. */
export async function authenticate(access: Access, authenticators: Authenticators, request: FastifyRequest) {
  if (access === 'public') return undefined
  if (access === 'session' || access === 'member') return memberFor(access, await authenticators.member(request))
  return operatorFor(access, await authenticators.operator(request))
}

function memberFor(access: 'session' | 'member', caller: AuthenticatedMember | undefined): AuthenticatedMember {
  if (!caller) throw unauthenticated()
  if (access === 'session') return caller
  if (caller.suspended) throw forbidden(texts.suspended)
  if (!caller.verified) throw forbidden(texts.verificationRequired)
  return caller
}

function operatorFor(access: OperatorAccess, caller: AuthenticatedOperator | undefined): AuthenticatedOperator {
  if (!caller) throw unauthenticated()
  if (access === 'operator') return caller
  if (caller.secondFactor === 'due') throw forbidden(texts.secondFactorDue)
  if (access === 'manager' && caller.role !== 'manager') throw forbidden()
  return caller
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]{16,256})$/i.exec(request.headers.authorization ?? '')?.[1]
}
