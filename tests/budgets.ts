/**
 * The most processor seconds that a part of the tests may take, with all its processes. The first four are the goals of
 * decision 025 (80 for the first two together), the others a third more than measured. A CI run above them fails; on a
 * processor that others slow down, they grow in proportion. docs/performance.md has the figures; raising one needs a line
 * in a decision.
 */
export const budgets: Readonly<Record<string, number>> = {
  'Types, lint, unused code, structure': 45,
  Build: 35,
  'Server, contract, browser code': 400,
  'Browser journeys': 600,
  'The bench, briefly': 130,
  'Rolling restarts': 25,
  'Journeys before two replicas': 75,
  'Kills and outages': 75,
  'Stress and security, one at a time': 90,
  'Stress and security, the longest': 250,
  'Script injection in the browser': 100,
  'Stress and security, the others': 360,
}
