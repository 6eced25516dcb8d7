import { show, type Voucher } from '@stampus/contract/rewards/vouchers'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call, q } from '../../shared/api/api.ts'
import { CallError } from '../../shared/api/CallError.ts'
import { focusTitle } from '../../shared/components/Title.tsx'
import { useOnce } from '../../shared/forms/useOnce.ts'
import { refetchRewards } from '../../shared/rewards/rewards.ts'
import { forgetOpenedVoucher } from '../../shared/storage/openedVouchers.ts'

type Options<Args extends unknown[]> = {
  run: (...args: Args) => Promise<{ data: Voucher }>
  onClose: () => void
  /** Called with the voucher as it has ended, which may have happened before. */
  onEnded?: (voucher: Voucher) => void
}

/** Ends a voucher from a dialog, once, even on a double click. One that ended meanwhile is shown with its state instead. */
export function useEnding<Args extends unknown[]>(id: number, { run, onClose, onEnded }: Options<Args>) {
  const queries = useQueryClient()
  const [error, setError] = useState<unknown>()
  const { queryKey } = q(show, { id: String(id) })
  const confirm = useOnce(async (...args: Args) => {
    setError(undefined)
    try {
      const ended = await runOrFindEnded(() => run(...args), id)
      forgetOpenedVoucher(String(id))
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, { data: { ...ended, is_open_here: false, is_open_elsewhere: false } })
      flushSync(onClose)
      // The button that opened the dialog goes away with the voucher's state.
      focusTitle()
      onEnded?.(ended)
      refetchRewards(queries)
    } catch (failure) {
      setError(failure)
    }
  })
  return { confirm, error }
}

/** A 409 means that the voucher ended before: by a request whose reply was lost, in another tab, or at the counter. */
async function runOrFindEnded(run: () => Promise<{ data: Voucher }>, id: number): Promise<Voucher> {
  try {
    return (await run()).data
  } catch (error) {
    if (!(error instanceof CallError && error.status === 409)) throw error
    return (await call(show, { id })).data
  }
}
