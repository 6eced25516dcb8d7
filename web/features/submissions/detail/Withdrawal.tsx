import { list, type Submission, show, withdraw } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as words from '#words'
import { useCall } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { linkTo } from '../../../shared/paths.ts'
import { showToast } from '../../../shared/toasts.ts'
import { callErrorText } from '../callErrorText.ts'

/** A button that withdraws a pending receipt, after a dialog says what happens. */
export function Withdrawal({ submission: { id } }: { submission: Submission }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden="true" className="size-5" />
        {words.withdraw}
      </Button>
      {isOpen ? <WithdrawalDialog id={id} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function WithdrawalDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { confirm, loading, error } = useWithdrawal(id, onClose)
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

/** Withdraws once, even on a double click. A receipt that was decided meanwhile is shown with its decision instead. */
function useWithdrawal(id: number, onClose: () => void) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { run, loading } = useCall(withdraw)
  const isRunning = useRef(false)
  const [error, setError] = useState<string>()
  const confirm = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setError(undefined)
    try {
      await withdrawOrFindGone(() => run({ id }))
      showToast({ type: 'success', title: words.withdrawDone, message: texts.withdrawn })
      navigate(linkTo('submissions'), { replace: true })
      void removeFromCache(queries, id)
    } catch (failure) {
      if (failure instanceof CallError && failure.status === 409) {
        onClose()
        showToast({ type: 'warning', title: words.withdrawTooLate, message: failure.message })
        void queries.invalidateQueries({ queryKey: [show.access, show.path] })
      } else setError(callErrorText(failure))
    } finally {
      isRunning.current = false
    }
  }
  return { confirm, loading, error }
}

/** A 404 means that it was withdrawn before: by a request whose reply was lost, or in another tab. */
async function withdrawOrFindGone(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof CallError && error.status === 404)) throw error
  }
}

type Pages = { pages: { data: Submission[] }[] }

/** Removes the receipt from all cached lists, so that it is gone without a network too, and refetches them. */
async function removeFromCache(queries: QueryClient, id: number): Promise<void> {
  const lists = { queryKey: [list.access, list.path] }
  await queries.cancelQueries(lists)
  const others = <Answer extends { data: Submission[] }>(answer: Answer) => ({
    ...answer,
    data: answer.data.filter((row) => row.id !== id),
  })
  queries.setQueriesData<Pages | { data: Submission[] }>(lists, (shown) => {
    if (!shown) return shown
    return 'pages' in shown ? { ...shown, pages: shown.pages.map(others) } : others(shown)
  })
  void queries.invalidateQueries(lists)
}
