import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, text, version } from '../fields.ts'
import { NAME_MAX } from '../limits.ts'

const adminCategory = z.object({ id: z.number(), name: z.string(), merchants: z.number(), version: z.number() })
export type AdminCategory = z.infer<typeof adminCategory>

const name = text(NAME_MAX, () => texts.nameRequired)

/** All categories by name, with the number of their active and inactive merchants. */
export const list = endpoint({
  method: 'GET',
  path: '/console/categories',
  access: 'manager',
  input: z.object({}),
  answer: z.object({ data: z.array(adminCategory) }),
})

/** Creates a category. 422 on `name`. */
export const create = endpoint({
  method: 'POST',
  path: '/console/categories',
  access: 'manager',
  input: z.object({ name }),
  answer: dataOf(adminCategory),
  status: 201,
})

/** Renames a category. 404, 409 if `version` is outdated, 422. */
export const change = endpoint({
  method: 'PUT',
  path: '/console/categories/:id',
  access: 'manager',
  input: z.object({ id, version, name }),
  answer: dataOf(adminCategory),
})

/** Deletes a category without merchants. 404, 409 if `version` is outdated or it has merchants. */
export const remove = endpoint({
  method: 'DELETE',
  path: '/console/categories/:id',
  access: 'manager',
  input: z.object({ id, version }),
  answer: z.object({ message: z.string() }),
})
