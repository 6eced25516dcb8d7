import * as z from 'zod/mini'
import { MAX_PAGE, PAGE_SIZE } from './limits.ts'
import * as texts from './texts.ts'
import { isRealDay } from './values/days.ts'

const DIGITS = /^\d{1,16}$/

/** A whole number that may arrive as text (a path, a query, a form). */
export function wholeNumber(min: number, max: number, message: string) {
  return z.pipe(
    z.union([z.number(), z.string()], message),
    z.pipe(
      z.transform((given: number | string) => (DIGITS.test(String(given)) ? Number(given) : Number.NaN)),
      z.int({ error: message, abort: true }).check(z.minimum(min, message), z.maximum(max, message)),
    ),
  )
}

/** The id of a thing: a positive integer (D-08). */
export const id = wholeNumber(1, Number.MAX_SAFE_INTEGER, texts.invalidId)

/** Whether a text names a thing by its id. */
export const isId = (given: string) => z.safeParse(id, given).success

/** The version of a thing that a form was opened with; where it is another one by now, saving is a 409. */
export const version = wholeNumber(1, Number.MAX_SAFE_INTEGER, texts.invalidChoice)

/** A page number from 1; above 1,000 it is refused (D-34). */
export const page = z.optional(wholeNumber(1, MAX_PAGE, texts.invalidPage))

// Line breaks would add paragraphs to a mail, and marks of direction would show a name as another one.
const ONE_LINE = /^[^\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/u

/** What the database can hold: no NUL character, and no half of a character that UTF-16 writes in two. */
export const storable = z.regex(/^[^\0\p{Cs}]*$/u, texts.invalidText)

/** One line of text without surrounding white space, at most `max` characters; `missing` names an empty one. */
export function text(max: number, missing: string) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(max, texts.tooLong(max)),
      z.regex(ONE_LINE, texts.invalidText),
    )
}

/** Text of one or more lines without surrounding white space, at most `max` characters; `missing` names an empty one. */
export function paragraphs(max: number, missing: string) {
  return z
    .string(missing)
    .check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.maxLength(max, texts.tooLong(max)), storable)
}

/** Text without surrounding white space, at most `max` characters, that may be empty or absent. */
export function optionalText(max: number) {
  return z.optional(z.string(texts.invalidText).check(z.trim(), z.maxLength(max, texts.tooLong(max)), storable))
}

/** A day `YYYY-MM-DD` to narrow a list by. */
export const optionalDay = z.optional(z.string(texts.invalidDate).check(z.refine(isRealDay, texts.invalidDate)))

/** An instant as ISO 8601 in UTC with Z. */
export const instant = z.string()

/** What a list says about itself (D-34). `last_page` and `total` stand in public lists only. */
export const meta = z.object({
  current_page: z.number(),
  per_page: z.number(),
  has_more: z.boolean(),
  last_page: z.optional(z.number()),
  total: z.optional(z.number()),
})
export type Meta = z.infer<typeof meta>

export function listOf<T extends z.core.$ZodType>(row: T) {
  return z.object({ data: z.array(row), meta: z.optional(meta) })
}

export function dataOf<T extends z.core.$ZodType>(row: T) {
  return z.object({ data: row })
}

/** Whether a list goes on: by its `meta`, else by a full page of `size` rows (D-34, S-9.02). */
export function hasMore(answer: { data: unknown[]; meta?: Meta | undefined }, size: number = PAGE_SIZE): boolean {
  return answer.meta?.has_more ?? answer.data.length >= size
}
