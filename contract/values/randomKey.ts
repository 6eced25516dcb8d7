/** 128 random bits in hexadecimal. */
// randomUUID exists on secure origins only, which a browser on the campus network may not be given.
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The same as a UUID of version 4. */
export function randomUuid(): string {
  return randomKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}
