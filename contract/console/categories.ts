import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, text, version } from '../fields.ts'
import { NAME_MAX } from '../limits.ts'
import * as texts from '../texts.ts'

const keptCategory = z.object({ id: z.number(), name: z.string(), merchants: z.number(), version: z.number() })
export type KeptCategory = z.infer<typeof keptCategory>

const name = text(NAME_MAX, texts.nameRequired)

/** Every category by name, with the number of its merchants, active or not. */
export const list = endpoint({
  method: 'GET',
  path: '/console/categories',
  access: 'manager',
  input: z.object({}),
  answer: z.object({ data: z.array(keptCategory) }),
})

export const create = endpoint({
  method: 'POST',
  path: '/console/categories',
  access: 'manager',
  input: z.object({ name }),
  answer: dataOf(keptCategory),
  status: 201,
})

export const change = endpoint({
  method: 'PUT',
  path: '/console/categories/:id',
  access: 'manager',
  input: z.object({ id, version, name }),
  answer: dataOf(keptCategory),
})

/** Removes a category that no merchant is in; else a 409 says how many are. */
export const remove = endpoint({
  method: 'DELETE',
  path: '/console/categories/:id',
  access: 'manager',
  input: z.object({ id, version }),
  answer: z.object({ message: z.string() }),
})
