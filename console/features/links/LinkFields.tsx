import type { AdminLink, AdminLinkGroup } from '@stampus/contract/console/contact/linkGroups'
import { isLinkAddress } from '@stampus/contract/contact/links'
import { LINK_ADDRESS_MAX, LINK_NOTE_MAX, LINKS_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { isRealDay } from '@stampus/contract/values/days'
import { Button } from '@stampus/ui/Button'
import { Field, FieldError } from '@stampus/ui/Field'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { DayField } from '../../shared/forms/DateTimeFields.tsx'
import type { FormField } from '../../shared/forms/fields.tsx'

/** One link as typed, one value for each field of the contract. */
type LinkValues = Record<keyof AdminLink, string>
type GroupValues = { links: LinkValues[] }

const emptyLink: LinkValues = {
  title: '',
  title_ms: '',
  address: '',
  note: '',
  note_ms: '',
  start_date: '',
  end_date: '',
}

const withoutNulls = ({ title, address, ...link }: AdminLink): LinkValues => ({
  title,
  address,
  title_ms: link.title_ms ?? '',
  note: link.note ?? '',
  note_ms: link.note_ms ?? '',
  start_date: link.start_date ?? '',
  end_date: link.end_date ?? '',
})

/** The links of a group. A new group begins with an empty one. */
export const links: FormField<AdminLinkGroup, LinkValues[], LinkValues[]> = {
  from: (group) => group?.links.map(withoutNulls) ?? [{ ...emptyLink }],
  send: (typed) => typed,
}

/** The links of a group, in their order. */
export function LinkFields() {
  const { control, formState } = useFormContext<GroupValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'links' })
  const error = formState.errors.links?.message ?? formState.errors.links?.root?.message
  return (
    <>
      <div className="grid gap-4">
        <ol className="grid gap-4">
          {fields.map(({ id }, place) => (
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
                  isDisabled={place === fields.length - 1}
                  onClick={() => move(place, place + 1)}
                />
                <RowButton icon={Trash2} label={`Remove link ${place + 1}`} onClick={() => remove(place)} />
              </LinkFieldset>
            </li>
          ))}
        </ol>
        {fields.length < LINKS_MAX ? (
          <Button look="secondary" onClick={() => append({ ...emptyLink })} className="justify-self-start">
            <Plus aria-hidden="true" className="size-4" />
            Add link
          </Button>
        ) : null}
        {fields.length === 0 ? <p className="text-muted">Members don't see a group without links.</p> : null}
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

type LinkFieldsetProps = { place: number; children: ReactNode }

/** One link. What is wrong is found before the group is sent, because the server names only the group. */
function LinkFieldset({ place, children }: LinkFieldsetProps) {
  const { register, formState } = useFormContext<GroupValues>()
  const errors = formState.errors.links?.[place]
  const at = `links.${place}` as const
  return (
    <fieldset className="relative grid min-w-0 gap-4 rounded-sheet bg-sheet p-4 shadow-sheet">
      <legend className="sr-only">Link {place + 1}</legend>
      <div className="-mt-2 -mr-2 -mb-2 flex items-center">
        <span aria-hidden="true" className="flex-1 font-semibold">
          Link {place + 1}
        </span>
        {children}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Title"
          maxLength={TITLE_MAX}
          error={errors?.title?.message}
          {...register(`${at}.title`, { validate: (typed) => typed.trim() !== '' || texts.titleRequired })}
        />
        <Field
          label="Title in Malay (optional)"
          lang="ms"
          maxLength={TITLE_MAX}
          error={errors?.title_ms?.message}
          {...register(`${at}.title_ms`)}
        />
      </div>
      <Field
        label="Address"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LINK_ADDRESS_MAX}
        hint="https://, mailto: or tel:"
        error={errors?.address?.message}
        {...register(`${at}.address`, { validate: (typed) => isLinkAddress(typed.trim()) || texts.invalidLinkAddress })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Note (optional)"
          maxLength={LINK_NOTE_MAX}
          error={errors?.note?.message}
          {...register(`${at}.note`)}
        />
        <Field
          label="Note in Malay (optional)"
          lang="ms"
          maxLength={LINK_NOTE_MAX}
          error={errors?.note_ms?.message}
          {...register(`${at}.note_ms`)}
        />
        <PeriodField name={`${at}.start_date`} label="First day (optional)" />
        <PeriodField name={`${at}.end_date`} label="Last day (optional)" from={`${at}.start_date`} />
      </div>
    </fieldset>
  )
}

type DayName = `links.${number}.start_date` | `links.${number}.end_date`
type PeriodFieldProps = { name: DayName; label: string; from?: DayName }

/** A day that may stay empty, at the earliest that of the field `from`. */
function PeriodField({ name, label, from }: PeriodFieldProps) {
  const { control, getValues } = useFormContext<GroupValues>()
  const validate = (day: string) => {
    if (day && !isRealDay(day)) return texts.invalidDate
    const first = from && getValues(from)
    return !first || !day || first <= day || texts.endsBeforeStart
  }
  return (
    <Controller
      control={control}
      name={name}
      rules={{ validate }}
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <DayField ref={ref} label={label} value={value} onChange={onChange} error={fieldState.error?.message} />
      )}
    />
  )
}
