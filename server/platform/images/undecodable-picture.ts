/**
 * A file that is no picture we can show (D-43). `reason`: `type` (its first bytes are of no accepted kind), `pixels` (more than the
 * limit), `content` (damaged, or it took too long to decode).
 */
export class UndecodablePicture extends Error {
  readonly reason: 'type' | 'pixels' | 'content'

  constructor(reason: 'type' | 'pixels' | 'content', cause?: unknown) {
    super(`The picture cannot be decoded (${reason})`, { cause })
    this.name = 'UndecodablePicture'
    this.reason = reason
  }
}

/** Whether this machine lacked memory, which is no fault of the picture: those that need too much are refused before. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /out of memory|(cannot|could not) allocate|allocation failed/i.test(error.message)
}
