import * as z from 'zod/mini'
import { texts } from '#texts'
import { isLinkAddress } from '../../contact/links.ts'
import { endpoint } from '../../endpoint.ts'
import { dataOf, id, optionalLine, text, version, wholeNumber } from '../../fields.ts'
import { LINK_GROUPS_MAX, LINK_NOTE_MAX, LINKS_MAX, TITLE_MAX } from '../../limits.ts'
import { isRealDay } from '../../values/days.ts'
import { plainPhone, plainText } from '../../values/typedText.ts'

const adminLink = z.object({
  title: z.string(),
  title_ms: z.nullable(z.string()),
  address: z.string(),
  note: z.nullable(z.string()),
  note_ms: z.nullable(z.string()),
  /** First and last day, `YYYY-MM-DD` in the campus time zone; null: from the start, without an end. */
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
})
export type AdminLink = z.infer<typeof adminLink>

const adminLinkGroup = z.object({
  id: z.number(),
  title: z.string(),
  title_ms: z.nullable(z.string()),
  /** Groups are shown by this number, then by their age. */
  position: z.number(),
  links: z.array(adminLink),
  /** How many of its links members see today. */
  shown_today: z.number(),
  version: z.number(),
})
export type AdminLinkGroup = z.infer<typeof adminLinkGroup>

/** A day of a form that may stay empty; empty and null become null. */
const day = z.pipe(
  z.transform((given: unknown) => (given === '' ? null : given)),
  z.nullable(
    z.string({ error: () => texts.invalidDate }).check(z.refine(isRealDay, { error: () => texts.invalidDate })),
  ),
)

function plainLink(typed: string): string {
  const link = plainText(typed)
  return /^tel:/i.test(link) ? `tel:${plainPhone(link)}` : link
}

const linkInput = z
  .object({
    title: text(TITLE_MAX, () => texts.titleRequired),
    title_ms: optionalLine(TITLE_MAX),
    address: z
      .string({ error: () => texts.invalidLinkAddress })
      .check(z.overwrite<string>(plainLink), z.refine(isLinkAddress, { error: () => texts.invalidLinkAddress })),
    note: optionalLine(LINK_NOTE_MAX),
    note_ms: optionalLine(LINK_NOTE_MAX),
    start_date: day,
    end_date: day,
  })
  .check(
    z.refine(({ start_date, end_date }) => start_date === null || end_date === null || start_date <= end_date, {
      error: () => texts.endsBeforeStart,
      path: ['end_date'],
    }),
  )

const facts = {
  title: text(TITLE_MAX, () => texts.titleRequired),
  title_ms: optionalLine(TITLE_MAX),
  position: wholeNumber(1, LINK_GROUPS_MAX, () => texts.invalidPosition(LINK_GROUPS_MAX)),
  links: z
    .array(linkInput, { error: () => texts.invalidChoice })
    .check(z.maxLength(LINKS_MAX, { error: () => texts.tooManyLinks(LINKS_MAX) })),
}

/** All groups, in the order in which members see them. */
export const list = endpoint({
  method: 'GET',
  path: '/console/link-groups',
  access: 'manager',
  input: z.object({}),
  answer: z.object({ data: z.array(adminLinkGroup) }),
})

/** One group. 404. */
export const show = endpoint({
  method: 'GET',
  path: '/console/link-groups/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: dataOf(adminLinkGroup),
})

/** Creates a group with its links. 409 if there are `LINK_GROUPS_MAX`, 422. */
export const create = endpoint({
  method: 'POST',
  path: '/console/link-groups',
  access: 'manager',
  input: z.object(facts),
  answer: dataOf(adminLinkGroup),
  status: 201,
})

/** Changes a group and its links. 404, 409 if `version` is outdated, 422. */
export const change = endpoint({
  method: 'PUT',
  path: '/console/link-groups/:id',
  access: 'manager',
  input: z.object({ id, version, ...facts }),
  answer: dataOf(adminLinkGroup),
})

/** Deletes a group with its links. 404, 409 if `version` is outdated. */
export const remove = endpoint({
  method: 'DELETE',
  path: '/console/link-groups/:id',
  access: 'manager',
  input: z.object({ id, version }),
  answer: z.object({ message: z.string() }),
})
