import * as z from 'zod/mini'
import { texts } from '#texts'
import { isLinkAddress } from '../../contact/links.ts'
import { CREATED, endpoint } from '../../endpoint.ts'
import {
  adminTitles,
  byId,
  byVersion,
  changed,
  dataOf,
  day,
  daysInOrder,
  done,
  invalidChoice,
  nothing,
  optionalLine,
  orNull,
  typedTitles,
  wholeNumber,
} from '../../fields.ts'
import { LINK_GROUPS_MAX, LINK_NOTE_MAX, LINKS_MAX } from '../../limits.ts'
import { plainPhone, plainText } from '../../values/typedText.ts'

const adminLink = z.object({
  ...adminTitles,
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
  ...adminTitles,
  position: z.number(),
  links: z.array(adminLink),
  shown_today: z.number(),
  version: z.number(),
})
export type AdminLinkGroup = z.infer<typeof adminLinkGroup>

const dayOrNull = orNull(day)

function plainLink(typed: string): string {
  const link = plainText(typed)
  return /^tel:/i.test(link) ? `tel:${plainPhone(link)}` : link
}

const linkInput = z
  .object({
    ...typedTitles,
    address: z
      .string({ error: () => texts.invalidLinkAddress })
      .check(z.overwrite<string>(plainLink), z.refine(isLinkAddress, { error: () => texts.invalidLinkAddress })),
    note: optionalLine(LINK_NOTE_MAX),
    note_ms: optionalLine(LINK_NOTE_MAX),
    start_date: dayOrNull,
    end_date: dayOrNull,
  })
  .check(daysInOrder)

const facts = {
  ...typedTitles,
  position: wholeNumber(1, LINK_GROUPS_MAX, () => texts.invalidPosition(LINK_GROUPS_MAX)),
  links: z
    .array(linkInput, invalidChoice)
    .check(z.maxLength(LINKS_MAX, { error: () => texts.tooManyLinks(LINKS_MAX) })),
}
/** In the order in which members see them. 404, 409 if `version` is outdated or there are `LINK_GROUPS_MAX`, 422. */
export const list = endpoint('GET /console/link-groups', 'manager', nothing, dataOf(z.array(adminLinkGroup)))
export const show = endpoint('GET /console/link-groups/:id', 'manager', byId, dataOf(adminLinkGroup))
export const create = endpoint('POST /console/link-groups', 'manager', z.object(facts), dataOf(adminLinkGroup), CREATED)
export const change = endpoint('PUT /console/link-groups/:id', 'manager', changed(facts), dataOf(adminLinkGroup))
export const remove = endpoint('DELETE /console/link-groups/:id', 'manager', byVersion, done)
