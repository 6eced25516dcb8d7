import { Button } from '@stampus/ui/Button'
import { type FormEventHandler, type ReactNode, useLayoutEffect, useRef } from 'react'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { FormFault } from './FormFault.tsx'
import type { Asked } from './saving.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'

type Props = {
  save: FormEventHandler
  isPending: boolean
  error: Error | null
  asked?: Asked | undefined
  unsaved: boolean
  shownFields: readonly string[]
  onReload?: (() => void) | undefined
  /** The words of the button that saves. */
  action: string
  /** What else can be done with what is typed. */
  more?: ReactNode
  children: ReactNode
}

/** Fields that are saved together: they rest meanwhile, and they are not left unsaved without a word. */
export function SavedForm({ save, isPending, error, asked, unsaved, children, ...rest }: Props) {
  const { shownFields, onReload, action, more } = rest
  const fields = useRestingFields(isPending)
  return (
    <form onSubmit={save} noValidate className="grid max-w-2xl gap-5">
      <fieldset ref={fields} disabled={isPending} className="grid min-w-0 gap-5">
        {children}
      </fieldset>
      <FormFault error={error} shownFields={[...shownFields]} onReload={onReload} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending}>
          {action}
        </Button>
        {more}
      </div>
      {asked ? <Doubt {...asked} /> : null}
      <UnsavedGuard unsaved={unsaved} />
    </form>
  )
}

function Doubt({ words, title = 'Save anyway?', action = 'Save', goOn, giveUp }: Asked) {
  return (
    <ConfirmDialog title={title} action={action} look="primary" onConfirm={goOn} onClose={giveUp}>
      {typeof words === 'string' ? <p>{words}</p> : words}
    </ConfirmDialog>
  )
}

/** A field that rests loses the focus: it comes back afterwards, to the first field that was refused if there is one. */
function useRestingFields(resting: boolean) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const held = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (resting) {
      held.current = document.activeElement
      return
    }
    const refused = fields.current?.querySelector('[aria-invalid]')
    const next = held.current && (refused ?? held.current)
    held.current = null
    if (next instanceof HTMLElement) next.focus()
  }, [resting])
  return fields
}
