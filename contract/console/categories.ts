import * as z from 'zod/mini'
import { CREATED, endpoint } from '../endpoint.ts'
import { byVersion, dataOf, done, id, nothing, typedName, version } from '../fields.ts'

const adminCategory = z.object({ id: z.number(), name: z.string(), merchants: z.number(), version: z.number() })
export type AdminCategory = z.infer<typeof adminCategory>

const newCategory = z.object({ name: typedName })
const changedCategory = z.object({ id, version, name: typedName })

/** By name, with the number of merchants. 404, 409 if `version` is outdated or it has merchants, 422 on `name`. */
export const list = endpoint('GET /console/categories', 'manager', nothing, dataOf(z.array(adminCategory)))
export const create = endpoint('POST /console/categories', 'manager', newCategory, dataOf(adminCategory), CREATED)
export const change = endpoint('PUT /console/categories/:id', 'manager', changedCategory, dataOf(adminCategory))
export const remove = endpoint('DELETE /console/categories/:id', 'manager', byVersion, done)
