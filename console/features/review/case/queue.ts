import type { EndpointWith } from '@stampus/contract/endpoint'
import { useState } from 'react'
import { useCall } from '../../../shared/api/queries.ts'
import { useShortcuts } from '../../../shared/shortcuts.ts'
import { showToast } from '../../../shared/toasts.ts'

/** The first case of a list that waits. It stays open until the operator goes on; after the last one, skipped ones come again. */
export function useOpenCase<Case extends { id: number }>(waiting: Case[], mayOpen = true) {
  const [opened, setOpened] = useState<Case>()
  const [skippedId, setSkippedId] = useState(0)
  const next = waiting.find(({ id }) => id > skippedId) ?? waiting[0]
  if (!opened && next && mayOpen) setOpened(next)
  const openNext = () => {
    setSkippedId(opened?.id ?? 0)
    setOpened(undefined)
  }
  return { opened, openNext, isWaiting: waiting.some(({ id }) => id === opened?.id) }
}

type Undo<Answer> = {
  call: EndpointWith<{ id: number | string }, Answer>
  invalidates?: string[]
  /** The last action. Until `undoUntil`, a time of `performance.now()`, it can be undone. */
  last: { id: number; undoUntil: number } | undefined
  before?: () => Promise<void>
  onUndone: (answer: Answer) => void
  onFailed?: () => void
}

/** Undoes the last action by the button or the key U, while there is time. */
export function useUndo<Answer>(undo: Undo<Answer>) {
  const { call, invalidates, last, before, onUndone, onFailed } = undo
  const undoing = useCall(call, invalidates)
  const press = async () => {
    if (!last || undoing.isPending || performance.now() > last.undoUntil) return
    await before?.()
    undoing.mutate(
      { id: last.id },
      {
        onSuccess: onUndone,
        onError: (error) => {
          showToast(error.message, 'error')
          onFailed?.()
        },
      },
    )
  }
  const onUndo = () => void press()
  useShortcuts({ u: onUndo })
  return { onUndo, isBusy: undoing.isPending }
}
