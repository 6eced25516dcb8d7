/** What was read less well contradicts nothing. */
export const CONTRADICTION_CONFIDENCE = 0.8
