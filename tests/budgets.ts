/**
 * The most processor seconds that a part of the tests may take, with all its processes: a third more than on the slowest
 * machine so far. A CI run above them fails. docs/performance.md has the figures; raising one needs a line in a decision.
 */
export const budgets: Readonly<Record<string, number>> = {
  'Types, lint, unused code, structure': 75,
  Build: 45,
  'The bench, briefly': 160,
  'Server, contract, browser code': 650,
  'Browser journeys': 800,
  'Rolling restarts': 40,
  'Journeys before two replicas': 160,
  'Kills and outages': 120,
  'Stress and security, one at a time': 140,
  'Stress and security, the longest': 360,
  'Script injection in the browser': 230,
  'Stress and security, the others': 600,
}
