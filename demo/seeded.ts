/** A repeatable source of numbers in [0, 1): the same seed always gives the same row (FNV-1a into mulberry32). */
export function seeded(seed: string): () => number {
  let state = fingerprint(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function fingerprint(text: string): number {
  let hash = 2166136261
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  return hash
}
