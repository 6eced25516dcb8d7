import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Languages } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  /** Each English field with its Malay one. */
  pairs: readonly (readonly [english: Path<Values>, malay: Path<Values>])[]
  /** The Malay fields. */
  children: ReactNode
}

/** The Malay texts of a record, all optional. Closed behind a button while there are none. */
export function MalaySection<Values extends FieldValues>({ form, pairs, children }: Props<Values>) {
  const [isOpen, setOpen] = useState(() => pairs.some(([, malay]) => form.getValues(malay)))
  const fields = useRef<HTMLFieldSetElement>(null)
  const wasPressed = useRef(false)
  useEffect(() => {
    if (isOpen && wasPressed.current) fields.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [isOpen])
  const open = () => {
    wasPressed.current = true
    setOpen(true)
  }
  if (!isOpen)
    return (
      <Button look="secondary" onClick={open} className="justify-self-start">
        <Languages aria-hidden="true" className="size-4" />
        Add Malay text
      </Button>
    )
  const isEdited = (field: Path<Values>) => form.getFieldState(field, form.formState).isDirty
  const isOutdated = pairs.some(([english, malay]) => isEdited(english) && !isEdited(malay) && form.watch(malay))
  return (
    <fieldset ref={fields} className="grid min-w-0 gap-4 rounded-sheet border border-line p-4">
      <legend className="px-1 font-semibold">Malay (optional)</legend>
      <p className="text-small text-muted">If a field is empty, members see the English text.</p>
      {children}
      {isOutdated ? (
        <Notice kind="warning" role="status">
          Check the Malay text too.
        </Notice>
      ) : null}
    </fieldset>
  )
}
