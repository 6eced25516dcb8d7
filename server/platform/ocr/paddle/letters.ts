import type { Answer } from './models.ts'

/** A character of a line, and its step along the line. */
export type MailMessage = { sign: string; step: number; confidence: number }

/** What was read of a line, and how many steps the line has. */
export type Letters = { letters: MailMessage[]; steps: number }

/** Characters of other scripts that are read in place of ours. */
const OURS: Record<string, string> = {
  '。': '.',
  '、': ',',
  〇: '0',
  '—': '-',
  '–': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
}

/** The likeliest character of each step; the same character in neighbouring steps counts once (CTC decoding). */
export function lettersOf({ data, dims }: Answer, signs: string[]): Letters {
  const [steps, count] = [dims[1] ?? 0, dims[2] ?? 0]
  const letters: MailMessage[] = []
  let before = 0
  for (let step = 0; step < steps; step += 1) {
    const from = step * count
    let best = 0
    for (let sign = 1; sign < count; sign += 1) if ((data[from + sign] ?? 0) > (data[from + best] ?? 0)) best = sign
    const confidence = data[from + best] ?? 0
    const last = letters.at(-1)
    if (best !== 0 && best !== before)
      for (const sign of (signs[best] ?? '').normalize('NFKC'))
        letters.push({ sign: OURS[sign] ?? sign, step, confidence })
    else if (best !== 0 && last) last.confidence = Math.max(last.confidence, confidence)
    before = best
  }
  return { letters, steps }
}
