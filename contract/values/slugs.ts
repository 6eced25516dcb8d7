import { SLUG_MAX } from '../limits.ts'
import { nameKey } from './names.ts'

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const isSlug = (given: string): boolean => given.length <= SLUG_MAX && SLUG.test(given)

/** Suggests a slug for a name: its Latin letters and digits without accents, joined by hyphens. May be empty. */
export const slugOf = (name: string): string =>
  nameKey(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-|-$/g, '')
