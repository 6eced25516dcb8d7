import * as z from 'zod/mini'
import { texts } from '#texts'
import type { Upload } from './endpoint.ts'
import { MAX_PAGE, NAME_MAX, PAGE_SIZE, REASON_MAX, RECEIPT_MAX_BYTES, TITLE_MAX } from './limits.ts'
import { isRealDay } from './values/days.ts'
import { plainDigits, plainLine, withoutMarks } from './values/typedText.ts'

const DIGITS = /^\d{1,16}$/

/** A whole number from `min` to `max`, also as text from a path, query or form; `message` returns the error. */
export const wholeNumber = (min: number, max: number, message: () => string) =>
  z.pipe(
    z.union([z.number(), z.string()], { error: message }),
    z.pipe(
      z.transform((given: number | string) => (DIGITS.test(String(given)) ? Number(given) : Number.NaN)),
      z
        .int({ error: message, abort: true })
        .check(z.minimum(min, { error: message }), z.maximum(max, { error: message })),
    ),
  )

/** The id of a record that a form names; `message` returns the error. */
export const recordId = (message: () => string) => wholeNumber(1, Number.MAX_SAFE_INTEGER, message)

export const id = recordId(() => texts.invalidId)

export const isId = (given: string) =>
  DIGITS.test(given) && Number(given) >= 1 && Number(given) <= Number.MAX_SAFE_INTEGER

/** The version of the record that a form was opened with. If it has changed since, saving is a 409. */
export const version = recordId(() => texts.invalidChoice)

/** A page number from 1 to 1,000; default 1. */
export const page = z.optional(wholeNumber(1, MAX_PAGE, () => texts.invalidPage))

/** What many calls take: nothing, one record, one as it was seen, a page of a list. */
export const nothing = z.object({})
export const byId = z.object({ id })
export const byVersion = z.object({ id, version })
export const paged = z.object({ page })

export const changed = <Facts extends z.core.$ZodShape>(facts: Facts) => z.object({ id, version, ...facts })

export const invalidChoice = { error: () => texts.invalidChoice }

export const choice = <const Values extends readonly string[]>(values: Values) => z.enum(values, invalidChoice)

export const flag = z.boolean(invalidChoice)

/** Filters of a list: one of some values, or the record of an id. Empty or absent: all. */
export const anyOf = <const Values extends readonly string[]>(values: Values) => z.optional(choice([...values, '']))
export const anyId = z.optional(z.union([z.literal(''), id], { error: () => texts.invalidId }))

/** A field of a form that may stay empty; empty and null become null. */
export const orNull = <T extends z.core.$ZodType>(schema: T) =>
  z.pipe(
    z.transform((given: unknown) => (given === '' ? null : given)),
    z.nullable(schema),
  )

/** A text that `isValid` accepts; `message` returns the error. */
export const checked = (isValid: (given: string) => boolean, message: () => string) =>
  z.string({ error: message }).check(z.refine(isValid, { error: message }))

const bareDigits = z.overwrite<string>(plainDigits)

/** So many digits, also typed with spaces; `message` returns the error. */
export function digits(count: number, message: () => string) {
  const form = z.regex(new RegExp(`^\\d{${count}}$`), { error: message, abort: true })
  return z.string({ error: message }).check(bareDigits, form)
}

export const atMost = (max: number) => z.maxLength(max, { error: () => texts.tooLong(max) })

// No line breaks either, which would add paragraphs to a mail.
const ONE_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u
// Pasted text has invisible marks; those of direction can disguise a name or turn a sentence around.
const cleanLine = z.overwrite<string>(plainLine)
const undirected = z.overwrite<string>((given) => withoutMarks(given).trim())
const oneLine = z.regex(ONE_LINE, { error: () => texts.invalidText })

// Invisible characters alone are no text.
const VISIBLE = /[^\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\s]/u

/** Text that the database can store: no NUL and no unpaired surrogate. */
export const storable = z.regex(/^[^\0\p{Cs}]*$/u, { error: () => texts.invalidText })

/** A text, cleaned, at most `max` characters; `missing` returns the error if nothing of it can be seen. */
const required = (max: number, missing: () => string, clean = z.trim()) =>
  z.string({ error: missing }).check(clean, z.regex(VISIBLE, { error: missing, abort: true }), atMost(max))

/** A required line, cleaned; `missing` returns the error if it is empty. */
export const text = (max: number, missing: () => string) => required(max, missing, cleanLine).check(oneLine)

export const typedName = text(NAME_MAX, () => texts.nameRequired)

/** A required text of an operator, of one or more lines; `missing` returns the error if it is empty. */
export const paragraphs = (max: number, missing: () => string) => required(max, missing, undirected).check(storable)

export const reason = paragraphs(REASON_MAX, () => texts.reasonRequired)

/** Like `paragraphs`, but direction marks, which a member may paste, are allowed: they disguise nothing there. */
export function message(max: number, missing: () => string) {
  return required(max, missing).check(storable)
}

export const optionalText = (max: number) =>
  z.optional(z.string({ error: () => texts.invalidText }).check(z.trim(), atMost(max), storable))

/** Paragraphs that may stay empty: empty and null become null, missing stays as it was. */
export const optionalParagraphs = (max: number) =>
  optionalIn(z.string({ error: () => texts.invalidText }).check(undirected, atMost(max), storable))

/** A line that may stay empty, otherwise like `optionalParagraphs`. */
export const optionalLine = (max: number) =>
  optionalIn(z.string({ error: () => texts.invalidText }).check(cleanLine, atMost(max), oneLine))

const optionalIn = (text: z.ZodMiniString) =>
  z.optional(
    z.pipe(
      z.nullable(text),
      z.transform((given: string | null) => (given && VISIBLE.test(given) ? given : null)),
    ),
  )

/** The Malay text beside an English one, as members get it. Absent: none, so they see the English one. */
export const malayText = z.optional(z.string())
export const titles = { title: z.string(), title_ms: malayText }
export const conditions = { conditions: z.string(), conditions_ms: malayText }

/** The same title for managers: null without a Malay one; and as they type it. */
export const adminTitles = { title: z.string(), title_ms: z.nullable(z.string()) }
export const typedTitles = { title: text(TITLE_MAX, () => texts.titleRequired), title_ms: optionalLine(TITLE_MAX) }

export const image = { image_url: z.nullable(z.string()), placeholder_image_url: z.nullable(z.string()) }

/** A day `YYYY-MM-DD`. */
export const day = checked(isRealDay, () => texts.invalidDate)
export const optionalDay = z.optional(day)

/** A day that was rejected is not compared too. */
const isDay = (given: string | null): given is string => given !== null && isRealDay(given)

type Period = { start_date: string | null; end_date: string | null }
/** Checks that the first day is not after the last; null means from the start, or without an end. */
export const daysInOrder = z.refine<Period>(
  ({ start_date, end_date }) => !isDay(start_date) || !isDay(end_date) || start_date <= end_date,
  { error: () => texts.endsBeforeStart, path: ['end_date'] },
)

/** A time as ISO 8601 in UTC, with Z. */
export type Instant = string & { readonly isInstant?: never }
export const instant: z.ZodMiniType<Instant, string> = z.string()

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/
/** True for a time from 1970 on: for much earlier ones the database uses formats that other programs cannot read. */
export const isInstant = (given: string) => INSTANT.test(given) && Date.parse(given) >= 0

/** A publication or a start may also be `now`, the server's current time. */
export const isNowOrInstant = (given: string) => given === 'now' || isInstant(given)

export const done = z.object({ message: z.string() })

/** A download, such as a CSV file, which is no JSON. */
export const file = z.unknown()

export const reference = z.object({ id: z.number(), name: z.string() })

/** Paging data of a list. Only public lists have `last_page` and `total`. */
export const meta = z.object({
  current_page: z.number(),
  per_page: z.number(),
  has_more: z.boolean(),
  last_page: z.optional(z.number()),
  total: z.optional(z.number()),
})
export type Meta = z.infer<typeof meta>

export const listOf = <T extends z.core.$ZodType>(row: T) => z.object({ data: z.array(row), meta: z.optional(meta) })

export const dataOf = <T extends z.core.$ZodType>(row: T) => z.object({ data: row })

/** True if a list has a next page: by its `meta`, else if the page has `size` rows. */
export const hasMore = (answer: { data: unknown[]; meta?: Meta | undefined }, size: number = PAGE_SIZE): boolean =>
  answer.meta?.has_more ?? answer.data.length >= size

/** A place on an upright picture, as fractions of its width and height. */
export const place = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })
export type Place = z.infer<typeof place>

/** A required picture of at most RECEIPT_MAX_BYTES. */
// @__NO_SIDE_EFFECTS__
export const pictureUpload = <const Field extends string, const Counts extends Upload['counts']>(
  field: Field,
  counts: Counts,
) => ({ field, maxBytes: RECEIPT_MAX_BYTES, tooLarge: () => texts.receiptTooLarge, required: true, counts }) as const
