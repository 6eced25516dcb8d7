import type { AdminLinkGroup, change, create } from '@stampus/contract/console/contact/linkGroups'
import type { InputOf } from '@stampus/contract/endpoint'

type GroupInput = InputOf<typeof create>

/** One link of the form as typed, one value for each field of the contract. */
type LinkValues = Record<keyof GroupInput['links'][number], string>
export type GroupValues = Record<Exclude<keyof GroupInput, 'links'>, string> & { links: LinkValues[] }

/** The fields that can show an error, in the order of the form. The type makes a missing one a compile error. */
const withError: Record<keyof GroupInput, true> = { title: true, title_ms: true, position: true, links: true }
export const groupFields = Object.keys(withError) as (keyof GroupInput)[]

export const emptyLink: LinkValues = {
  title: '',
  title_ms: '',
  address: '',
  note: '',
  note_ms: '',
  start_date: '',
  end_date: '',
}

export function toFormValues(group: AdminLinkGroup | undefined): GroupValues {
  return {
    title: group?.title ?? '',
    title_ms: group?.title_ms ?? '',
    position: String(group?.position ?? 1),
    links: group?.links.map(withoutNulls) ?? [{ ...emptyLink }],
  }
}

function withoutNulls(link: AdminLinkGroup['links'][number]): LinkValues {
  const { title, title_ms, address, note, note_ms, start_date, end_date } = link
  return {
    title,
    title_ms: title_ms ?? '',
    address,
    note: note ?? '',
    note_ms: note_ms ?? '',
    start_date: start_date ?? '',
    end_date: end_date ?? '',
  }
}

export function toCreateInput(values: GroupValues): GroupInput {
  return values
}

export function toChangeInput(values: GroupValues, { id, version }: AdminLinkGroup): InputOf<typeof change> {
  return { ...toCreateInput(values), id, version }
}
