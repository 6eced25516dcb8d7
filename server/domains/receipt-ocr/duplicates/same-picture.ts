import type { Landmark } from './landmarks.ts'

const BITS_MISREAD = 16
const PAIRS_AT_MOST = 100
const APART = 30
const SCALES = { least: 0.5, most: 2 }
const TURN_AT_MOST = 0.35
const SIZES = { least: 0.7, most: 1.4 }
const NEAR = 3
const NEAR_OF_SIZE = 0.3
const AGREED_AT_LEAST = 7
/** A shop's name above and its thanks below are on all of its receipts: both ends must agree after one move, or nearly all. */
const AT_EACH_END = 2
const NEARLY_ALL = 0.4
/** A cut piece may show little but the shop's name: what agrees must reach over so much of what both pictures show. */
const REACH_AT_LEAST = 0.6

type Pair = { one: Landmark; other: Landmark; bits: number }
type Move = { from: Landmark; to: Landmark; cos: number; sin: number }

/**
 * Whether two pictures show the same: enough landmarks of one lie on the other at the same places, after one turn, scale and
 * shift for all. A cut or a stripe takes some landmarks away and moves none.
 */
export function isSamePicture(one: Landmark[], other: Landmark[]): boolean {
  const { pairs, move } = bestMove(pairsOf(one, other))
  if (!move || pairs.length < AGREED_AT_LEAST) return false
  const shared = one.filter((landmark) => isWithin(moved(landmark, move), other))
  const along = longWayOf(shared)
  const places = shared.map(along).toSorted((a, b) => a - b)
  const third = (part: number) => places[Math.floor((places.length - 1) * part)] ?? 0
  const [above, below] = [third(1 / 3), third(2 / 3)]
  const agreed = pairs.map((pair) => along(pair.one))
  const atTop = agreed.filter((place) => place <= above).length
  const atFoot = agreed.filter((place) => place >= below).length
  const isWide = reachOf(agreed) >= REACH_AT_LEAST * reachOf(places)
  return isWide && (Math.min(atTop, atFoot) >= AT_EACH_END || pairs.length >= NEARLY_ALL * shared.length)
}

/** The landmarks of two pictures that lie on each other after that one turn, scale and shift. */
export function sharedLandmarks(one: Landmark[], other: Landmark[]): { one: Landmark; other: Landmark }[] {
  return bestMove(pairsOf(one, other)).pairs
}

/** From the head of a receipt to its foot: across the picture where it lies on its side. */
function longWayOf(shared: Landmark[]): (landmark: Landmark) => number {
  const isOnItsSide = reachOf(shared.map(({ x }) => x)) > reachOf(shared.map(({ y }) => y))
  return isOnItsSide ? ({ x }) => x : ({ y }) => y
}

function reachOf(places: number[]): number {
  return Math.max(...places) - Math.min(...places)
}

/** The landmarks that look alike, the most alike first. */
function pairsOf(one: Landmark[], others: Landmark[]): Pair[] {
  const pairs = one.flatMap((landmark) =>
    others.flatMap((other) => {
      const bits = bitsApart(landmark.code, other.code)
      return bits <= BITS_MISREAD ? [{ one: landmark, other, bits }] : []
    }),
  )
  return pairs.toSorted((a, b) => a.bits - b.bits).slice(0, PAIRS_AT_MOST)
}

/** Two pairs make a move; the best is the one that most other pairs agree with. */
function bestMove(pairs: Pair[]): { pairs: Pair[]; move?: Move } {
  let best: { pairs: Pair[]; move?: Move } = { pairs: [] }
  for (const [index, first] of pairs.entries())
    for (const second of pairs.slice(index + 1)) {
      const move = moveOf(first, second)
      if (!move) continue
      const agreed = agreeing(pairs, move)
      if (agreed.length > best.pairs.length) best = { pairs: agreed, move }
    }
  return best
}

/** The turn and scale that take both landmarks of one picture to those of the other; undefined where no photograph would. */
function moveOf(first: Pair, second: Pair): Move | undefined {
  const [ax, ay] = [second.one.x - first.one.x, second.one.y - first.one.y]
  const [bx, by] = [second.other.x - first.other.x, second.other.y - first.other.y]
  const length = ax * ax + ay * ay
  if (length < APART * APART) return undefined
  const [cos, sin] = [(ax * bx + ay * by) / length, (ax * by - ay * bx) / length]
  const scale = Math.hypot(cos, sin)
  const sizes = first.other.size / first.one.size / scale
  const isPossible =
    isBetween(scale, SCALES) && isBetween(sizes, SIZES) && Math.abs(Math.atan2(sin, cos)) <= TURN_AT_MOST
  return isPossible ? { from: first.one, to: first.other, cos, sin } : undefined
}

/** The pairs that a move brings together, each landmark once. */
function agreeing(pairs: Pair[], move: Move): Pair[] {
  const taken = new Set<Landmark>()
  return pairs.filter(({ one, other }) => {
    if (taken.has(one) || taken.has(other)) return false
    const { x, y } = moved(one, move)
    if (Math.hypot(x - other.x, y - other.y) > Math.max(NEAR, other.size * NEAR_OF_SIZE)) return false
    taken.add(one).add(other)
    return true
  })
}

function moved({ x, y }: Landmark, { from, to, cos, sin }: Move) {
  const [dx, dy] = [x - from.x, y - from.y]
  return { x: to.x + cos * dx - sin * dy, y: to.y + sin * dx + cos * dy }
}

function isWithin({ x, y }: { x: number; y: number }, landmarks: Landmark[]): boolean {
  const [xs, ys] = [landmarks.map((one) => one.x), landmarks.map((one) => one.y)]
  return x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys)
}

function isBetween(value: number, { least, most }: { least: number; most: number }): boolean {
  return value >= least && value <= most
}

function bitsApart(one: [number, number], other: [number, number]): number {
  return bitsIn(one[0] ^ other[0]) + bitsIn(one[1] ^ other[1])
}

function bitsIn(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
