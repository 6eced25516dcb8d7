/** `reason` is `type` (no accepted format), `pixels` (more than the limit) or `content` (damaged, or too slow to decode). */
export class UndecodablePicture extends Error {
  readonly reason: 'type' | 'pixels' | 'content'

  constructor(reason: 'type' | 'pixels' | 'content', cause?: unknown) {
    super(`The picture cannot be decoded (${reason})`, { cause })
    this.name = 'UndecodablePicture'
    this.reason = reason
  }
}

/** Whether the machine lacked memory. Pictures that need too much are rejected before, so the picture is not the cause. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /out of memory|(cannot|could not) allocate|allocation failed/i.test(error.message)
}
