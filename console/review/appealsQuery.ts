import { appeals } from '@stampus/contract/review'
import { call } from '../app/api.ts'
import { noteSignedOut } from '../app/queries.ts'

const LOOK_AGAIN_MS = 60_000

/** The appeals that wait for an answer: the first page of them, the oldest first. */
export const appealsQuery = {
  queryKey: ['appeals'],
  queryFn: async () => {
    try {
      return await call(appeals, {})
    } catch (fault) {
      noteSignedOut(fault)
      throw fault
    }
  },
  refetchInterval: LOOK_AGAIN_MS,
}
