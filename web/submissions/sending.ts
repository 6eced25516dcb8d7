import type { AnswerOf } from '@stampus/contract/endpoint'
import { create } from '@stampus/contract/submissions'
import { useRef, useState } from 'react'
import { useCall } from '../app/api.ts'
import { CallError } from '../app/CallError.ts'
import { idempotencyKeys, type Receipt } from './idempotencyKeys.ts'

/** Sends a receipt: how far it is (0 to 1, undefined while nothing is sent), and a way to stop it. */
export function useSending() {
  const { run } = useCall(create)
  const [share, setShare] = useState<number>()
  const controller = useRef<AbortController>(undefined)
  const keys = useRef(idempotencyKeys())
  /** The answer, or undefined when it was cancelled. Throws CallError. */
  const send = async (receipt: Receipt): Promise<AnswerOf<typeof create> | undefined> => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setShare(0)
    try {
      const answer = await run(receipt, { idempotencyKey: keys.current.keyFor(receipt), signal, onProgress: setShare })
      // A body that cannot be read is an answer that was lost on the way.
      if (answer === undefined) throw new CallError({ status: 0, body: undefined })
      return answer
    } catch (fault) {
      if (signal.aborted) return undefined
      if (isRefusal(fault)) keys.current.renew()
      throw fault
    } finally {
      setShare(undefined)
    }
  }
  return { send, share, cancel: () => controller.current?.abort() }
}

/** The server said no for good, and let go of the key; a 409 still holds it. */
function isRefusal(fault: unknown): boolean {
  return fault instanceof CallError && fault.status >= 400 && fault.status < 500 && fault.status !== 409
}
