import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Languages } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'

type Props = {
  /** The names of the Malay fields: those of the English ones with `_ms`. */
  names: readonly string[]
  children: ReactNode
}

/** The Malay texts of a record, all optional. Closed behind a button while there are none. */
export function MalaySection({ names, children }: Props) {
  const { getValues, getFieldState, formState, watch } = useFormContext()
  const [isOpen, setOpen] = useState(() => names.some((name) => getValues(name)))
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
  const isEdited = (name: string) => getFieldState(name, formState).isDirty
  const isOutdated = names.some((name) => isEdited(name.replace(/_ms$/, '')) && !isEdited(name) && watch(name))
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
