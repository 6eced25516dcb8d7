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
