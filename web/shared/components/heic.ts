const HEIC = /hei[cf]\b/i

/** Whether a file says that it is HEIC, which most browsers cannot show. */
export function isHeic({ name, type }: File): boolean {
  return HEIC.test(`${type} ${name}`)
}
