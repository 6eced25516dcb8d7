import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

/** Mails a member the one-time link to a new password, at their own request by email (D-25). */
export const sendResetLink = endpoint({
  method: 'POST',
  path: '/console/members/:id/reset-link',
  access: 'manager',
  input: z.object({ id }),
  answer: z.object({ message: z.string() }),
  status: 201,
})
