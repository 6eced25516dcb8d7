import { list, type Submission, show, withdraw } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { focusTitle } from '@stampus/ui/browser/focus'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import * as words from '#words'
import { useCall } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { type Answered, mapRows } from '../../../shared/api/cachedRows.ts'
import { changeKeptAnswers } from '../../../shared/api/keptAnswers.ts'
import { DialogButton } from '../../../shared/components/DialogButton.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { refetchStamps } from '../../../shared/receipts/decisionUpdates.ts'
import { callErrorText } from '../../../shared/receipts/submitErrors.ts'
import { showToast } from '../../../shared/toasts.ts'

export function Withdrawal({ id }: { id: number }) {
  return (
    <DialogButton icon={Undo2} label={words.withdraw}>
      {(close) => <WithdrawalDialog id={id} onClose={close} />}
    </DialogButton>
  )
}

/** Withdraws once, even on a double click. A receipt that was decided meanwhile is shown with its decision instead. */
function WithdrawalDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const state: { fromHistory?: boolean } | null = useLocation().state
  const { run, loading } = useCall(withdraw)
  const isRunning = useRef(false)
  const isWithdrawn = useRef(false)
  const [error, setError] = useState<string>()
  const confirm = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setError(undefined)
    try {
      // A 404 means that it was withdrawn before: by a request whose reply was lost, or in another tab.
      await run({ id }).catch((failure) => {
        if (!(failure instanceof CallError && failure.status === 404)) throw failure
      })
      // An answer under way would be kept again.
      await queries.cancelQueries(shows)
      void changeKeptAnswers((key, data) => withoutReceipt(id, key, data)).catch(() => undefined)
      await removeFromLists(queries, id)
      isWithdrawn.current = true
      showToast({ type: 'success', title: words.withdrawDone, message: texts.withdrawn })
      // Back to the same place in the history if the member came from it.
      if (state?.fromHistory) navigate(-1)
      else navigate(linkTo('submissions'), { replace: true })
    } catch (failure) {
      isRunning.current = false
      if (failure instanceof CallError && failure.status === 409) {
        flushSync(onClose)
        // The button that opened the dialog goes away with the decision.
        focusTitle()
        showToast({ type: 'warning', title: words.withdrawTooLate, message: failure.message })
        void queries.invalidateQueries(shows)
      } else setError(callErrorText(failure))
    }
  }
  // Leaving the page of a withdrawn receipt removes it from the cache.
  useEffect(
    () => () => {
      if (!isWithdrawn.current) return
      queries.removeQueries({ ...shows, predicate: ({ queryKey }) => isOf(id, queryKey) })
      void queries.invalidateQueries(shows)
    },
    [queries, id],
  )
  return (
    <Dialog title={words.withdrawTitle} error={error} isBusy={loading} isHeadingFocused onClose={onClose}>
      <p>{words.withdrawText}</p>
      <DialogActions cancel={words.withdrawCancel}>
        <Button look="danger" isBusy={loading} onClick={() => void confirm()}>
          {words.withdrawConfirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const shows = { queryKey: [show.access, show.path] }

/** The page's id comes from its address, as text. */
function isOf(id: number, queryKey: QueryKey): boolean {
  return String((queryKey[2] as { id?: unknown } | undefined)?.id) === String(id)
}

/** Removes the receipt from all cached lists, so that it is gone without a network too. Refetches them and the stamps. */
async function removeFromLists(queries: QueryClient, id: number): Promise<void> {
  const lists = { queryKey: [list.access, list.path] }
  await queries.cancelQueries(lists)
  queries.setQueriesData<Answered<Submission>>(lists, (shown) => shown && withoutRow(id, shown))
  void queries.invalidateQueries(lists)
  refetchStamps(queries)
}

/** What remains of an answer that this browser keeps. Undefined if it is the receipt itself. */
function withoutReceipt(id: number, queryKey: QueryKey, data: unknown): unknown {
  const [, path] = queryKey
  if (path === show.path && isOf(id, queryKey)) return undefined
  return path === list.path ? withoutRow(id, data as Answered<Submission>) : data
}

function withoutRow(id: number, answered: Answered<Submission>): Answered<Submission> {
  return mapRows(answered, (row) => (row.id === id ? undefined : row))
}
