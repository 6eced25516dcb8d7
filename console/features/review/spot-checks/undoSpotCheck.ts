import { takeCheck, undoVerdict } from '@stampus/contract/console/spotChecks'
import { q, queryClient, useCall } from '../../../shared/api/queries.ts'
import { say } from '../../../shared/toasts.ts'
import type { Given } from './SpotCheckCase.tsx'

const { queryKey } = q(takeCheck, {})

/** Takes back what was said of a check last; it lies there again. */
export function useUndoCheck(given: Given | undefined, onDone: (given: Given | undefined) => void) {
  const undoing = useCall(undoVerdict)
  const undo = async () => {
    if (!given || undoing.isPending || performance.now() > given.undoUntil) return
    // The next check may be on its way, and would take its place.
    await queryClient.cancelQueries({ queryKey })
    undoing.mutate(
      { id: given.id },
      {
        onSuccess: (answer) => {
          queryClient.setQueryData(queryKey, answer)
          onDone(given)
        },
        onError: (fault) => {
          say(fault.message, 'error')
          void queryClient.invalidateQueries({ queryKey })
        },
      },
    )
  }
  return { undo: () => void undo(), busy: undoing.isPending }
}
