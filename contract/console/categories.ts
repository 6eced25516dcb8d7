import * as z from 'zod/mini'
import { CREATED, endpoint } from '../endpoint.ts'
import { byVersion, dataOf, done, id, nothing, typedName, version } from '../fields.ts'

const adminCategory = z.object({ id: z.number(), name: z.string(), merchants: z.number(), version: z.number() })
export type AdminCategory = z.infer<typeof adminCategory>

const newCategory = z.object({ name: typedName })
const changedCategory = z.object({ id, version, name: typedName })

/** All categories by name, with the number of their active and inactive merchants. */
export const list = endpoint('GET /console/categories', 'manager', nothing, dataOf(z.array(adminCategory)))

/** Creates a category. 422 on `name`. */
export const create = endpoint('POST /console/categories', 'manager', newCategory, dataOf(adminCategory), CREATED)

/** Renames a category. 404, 409 if `version` is outdated, 422. */
export const change = endpoint('PUT /console/categories/:id', 'manager', changedCategory, dataOf(adminCategory))

/** Deletes a category without merchants. 404, 409 if `version` is outdated or it has merchants. */
export const remove = endpoint('DELETE /console/categories/:id', 'manager', byVersion, done)
