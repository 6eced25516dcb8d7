import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, text, version } from '../fields.ts'
import { NAME_MAX } from '../limits.ts'
import * as texts from '../texts.ts'

const adminCategory = z.object({ id: z.number(), name: z.string(), merchants: z.number(), version: z.number() })
export type AdminCategory = z.infer<typeof adminCategory>

const name = text(NAME_MAX, texts.nameRequired)

/** Every category by name, with the number of its merchants, active or not. */
export const list = endpoint({
  method: 'GET',
  path: '/console/categories',
  access: 'manager',
  input: z.object({}),
  answer: z.object({ data: z.array(adminCategory) }),
})

export const create = endpoint({
  method: 'POST',
  path: '/console/categories',
  access: 'manager',
  input: z.object({ name }),
  answer: dataOf(adminCategory),
  status: 201,
})

export const change = endpoint({
  method: 'PUT',
  path: '/console/categories/:id',
  access: 'manager',
  input: z.object({ id, version, name }),
  answer: dataOf(adminCategory),
})

/** Removes a category that no merchant is in; else a 409 says how many are. */
export const remove = endpoint({
  method: 'DELETE',
  path: '/console/categories/:id',
  access: 'manager',
  input: z.object({ id, version }),
  answer: z.object({ message: z.string() }),
})
