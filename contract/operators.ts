import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf, text } from './fields.ts'
import { EMAIL_MAX } from './limits.ts'
import * as texts from './texts.ts'

export const role = z.enum(['reviewer', 'manager'])
export type Role = z.infer<typeof role>

export const operator = z.object({ id: z.number(), name: z.string(), email: z.string(), role })
export type Operator = z.infer<typeof operator>

/** Operator sign-in: sets an HttpOnly, SameSite=Strict cookie. A wrong part is never named. */
export const signIn = endpoint({
  method: 'POST',
  path: '/console/session',
  access: 'public',
  input: z.object({
    email: text(EMAIL_MAX, texts.emailRequired),
    password: z.string(texts.passwordRequired).check(z.minLength(1, texts.passwordRequired)),
  }),
  answer: dataOf(operator),
})

export const currentOperator = endpoint({
  method: 'GET',
  path: '/console/session',
  access: 'reviewer',
  input: z.object({}),
  answer: dataOf(operator),
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/console/session',
  access: 'reviewer',
  input: z.object({}),
  answer: z.object({ message: z.string() }),
})
