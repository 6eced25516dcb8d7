/**
 * How much more often than by a coin who guesses by the time alone would name the slower of two kinds rightly (from
 * -0.5 to 0.5): the probability of superiority of Mann and Whitney. It depends on the order of times alone, so that neither
 * a slow machine nor single long pauses move it.
 */
export function distinguished(one: number[], other: number[]): number {
  const wins = one.reduce((sum, time) => sum + other.filter((against) => time > against).length, 0)
  const ties = one.reduce((sum, time) => sum + other.filter((against) => time === against).length, 0)
  return (wins + ties / 2) / (one.length * other.length) - 0.5
}
