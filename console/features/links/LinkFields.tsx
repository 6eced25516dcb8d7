import type { AdminLink, AdminLinkGroup, create } from '@stampus/contract/console/contact/linkGroups'
import { isLinkAddress } from '@stampus/contract/contact/links'
import type { InputOf } from '@stampus/contract/endpoint'
import { LINK_ADDRESS_MAX, LINK_NOTE_MAX, LINKS_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { isRealDay } from '@stampus/contract/values/days'
import { Button } from '@stampus/ui/Button'
import { FieldError } from '@stampus/ui/Field'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { FieldRows } from '../../shared/forms/FieldRows.tsx'
import type { FieldsOf, ValuesOf } from '../../shared/forms/fields.tsx'
import * as field from '../../shared/forms/fields.tsx'

type LinkInput = InputOf<typeof create>['links'][number]

/** One link. What is wrong is found before the group is sent, because the server names only the group. */
const fields = {
  title: {
    ...field.line('Title', TITLE_MAX),
    check: (typed: string) => (typed.trim() === '' ? texts.titleRequired : undefined),
  },
  title_ms: field.line('Title in Malay (optional)', TITLE_MAX),
  address: {
    ...field.line('Address', LINK_ADDRESS_MAX, {
      inputMode: 'url',
      autoCapitalize: 'none',
      spellCheck: false,
      hint: 'https://, mailto: or tel:',
    }),
    check: (typed: string) => (isLinkAddress(typed.trim()) ? undefined : texts.invalidLinkAddress),
  },
  note: field.line('Note (optional)', LINK_NOTE_MAX),
  note_ms: field.line('Note in Malay (optional)', LINK_NOTE_MAX),
  start_date: { ...field.day('First day (optional)'), check: dayError },
  end_date: {
    ...field.day('Last day (optional)'),
    check: (typed: string, other: (name: string) => unknown) => {
      const first = String(other('start_date') ?? '')
      return dayError(typed) ?? (first && typed && first > typed ? texts.endsBeforeStart : undefined)
    },
  },
} satisfies FieldsOf<AdminLink, LinkInput>

const groups = [{ names: ['title', 'title_ms'] }, { names: ['note', 'note_ms', 'start_date', 'end_date'] }]

function dayError(typed: string): string | undefined {
  return typed && !isRealDay(typed) ? texts.invalidDate : undefined
}

type GroupValues = { links: ValuesOf<typeof fields>[] }
const emptyLink = () => field.valuesOf(fields, undefined)

/** The links of a group. A new group begins with an empty one. */
export const links = {
  from: (group: AdminLinkGroup | undefined) =>
    group?.links.map((link) => field.valuesOf(fields, link)) ?? [emptyLink()],
  send: (typed: GroupValues['links']) => typed.map((link) => field.inputOf<LinkInput>(fields, link)),
}

export function LinkFields() {
  const { control, formState } = useFormContext<GroupValues>()
  const { fields: rows, append, remove, move } = useFieldArray({ control, name: 'links' })
  const error = formState.errors.links?.message ?? formState.errors.links?.root?.message
  return (
    <>
      <div className="grid gap-4">
        <ol className="grid gap-4">
          {rows.map(({ id }, place) => (
            <li key={id}>
              <LinkFieldset place={place}>
                <RowButton
                  icon={ArrowUp}
                  label={`Move link ${place + 1} up`}
                  isDisabled={place === 0}
                  onClick={() => move(place, place - 1)}
                />
                <RowButton
                  icon={ArrowDown}
                  label={`Move link ${place + 1} down`}
                  isDisabled={place === rows.length - 1}
                  onClick={() => move(place, place + 1)}
                />
                <RowButton icon={Trash2} label={`Remove link ${place + 1}`} onClick={() => remove(place)} />
              </LinkFieldset>
            </li>
          ))}
        </ol>
        {rows.length < LINKS_MAX ? (
          <Button look="secondary" onClick={() => append(emptyLink())} className="justify-self-start">
            <Plus aria-hidden="true" className="size-4" />
            Add link
          </Button>
        ) : null}
        {rows.length === 0 ? <p className="text-muted">Members don't see a group without links.</p> : null}
      </div>
      {error ? <FieldError id="links-error" text={error} /> : null}
    </>
  )
}

type RowButtonProps = {
  icon: typeof ArrowUp
  label: string
  isDisabled?: boolean
  onClick: () => void
}

function RowButton({ icon: Icon, label, isDisabled = false, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
      className="grid size-11 place-items-center rounded-control text-muted hover:text-ink aria-disabled:opacity-40"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  )
}

function LinkFieldset({ place, children }: { place: number; children: ReactNode }) {
  return (
    <fieldset className="relative grid min-w-0 gap-4 rounded-sheet bg-sheet p-4 shadow-sheet">
      <legend className="sr-only">Link {place + 1}</legend>
      <div className="-mt-2 -mr-2 -mb-2 flex items-center">
        <span aria-hidden="true" className="flex-1 font-semibold">
          Link {place + 1}
        </span>
        {children}
      </div>
      <FieldRows fields={fields} groups={groups} prefix={`links.${place}.`} />
    </fieldset>
  )
}
