import { enterLate } from '@stampus/contract/counter/handOvers'
import { type CallError, call, isFinalError } from '../../shared/api/api.ts'
import { isWorkOver } from '../../shared/pinRequest.ts'
import { type Noted, storeOutcome } from '../../shared/storage/noted.ts'

/** Enters one that was noted, and keeps the answer in the list. Throws a CallError if the server gave none for good. */
export async function enterNoted({ id, number, code, at }: Noted): Promise<void> {
  try {
    const { message, is_waiting } = await call(enterLate, { number, code, noted_at: at }, { idempotencyKey: id })
    storeOutcome(id, { outcome: is_waiting ? 'waiting' : 'used', text: message })
  } catch (error) {
    if (isWorkOver(error) || !isFinalError(error)) throw error
    storeOutcome(id, { outcome: 'refused', text: reasonOf(error) })
  }
}

/** The reason that a field got says more than the general message. */
const reasonOf = ({ errors, message }: CallError) => Object.values(errors)[0]?.[0] ?? message
