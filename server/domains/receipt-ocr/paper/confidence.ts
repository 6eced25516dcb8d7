/** What was read less well contradicts nothing. */
export const MIN_CONFIDENCE = 0.8
