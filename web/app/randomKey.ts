/** 128 random bits in hexadecimal. */
// randomUUID exists on secure origins only, which a phone on the campus network may not be given.
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
