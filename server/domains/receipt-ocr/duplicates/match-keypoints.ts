import type { Keypoint } from './keypoints.ts'

const MAX_HAMMING_DISTANCE = 16
const MAX_PAIRS = 100
const MIN_DISTANCE = 30
const SCALES = { least: 0.5, most: 2 }
const MAX_ROTATION = 0.35
const SIZES = { least: 0.7, most: 1.4 }
const TOLERANCE = 3
const TOLERANCE_OF_SIZE = 0.3
const MIN_MATCHES = 7
/** All receipts of a shop have the same head and foot: keypoints at both ends must match, or nearly all of them. */
const MIN_AT_EACH_END = 2
const NEARLY_ALL = 0.4
/** A cropped picture may show little but the shop's name: matches must extend over this share of the common area. */
const MIN_EXTENT = 0.6

type Pair = { one: Keypoint; other: Keypoint; bits: number }
type Similarity = { from: Keypoint; to: Keypoint; cos: number; sin: number }

/** Whether enough keypoints match after one similarity transform. Cropping or a stripe removes some and moves none. */
export function arePicturesSimilar(one: Keypoint[], other: Keypoint[]): boolean {
  const { pairs, transform } = findBestTransform(findSimilarPairs(one, other))
  if (!transform || pairs.length < MIN_MATCHES) return false
  const shared = one.filter((keypoint) => isInBounds(applyTransform(keypoint, transform), other))
  const along = longAxisOf(shared)
  const places = shared.map(along).toSorted((a, b) => a - b)
  const third = (part: number) => places[Math.floor((places.length - 1) * part)] ?? 0
  const [above, below] = [third(1 / 3), third(2 / 3)]
  const agreed = pairs.map((pair) => along(pair.one))
  const atTop = agreed.filter((place) => place <= above).length
  const atBottom = agreed.filter((place) => place >= below).length
  const isWide = extentOf(agreed) >= MIN_EXTENT * extentOf(places)
  return isWide && (Math.min(atTop, atBottom) >= MIN_AT_EACH_END || pairs.length >= NEARLY_ALL * shared.length)
}

export function findMatches(one: Keypoint[], other: Keypoint[]): { one: Keypoint; other: Keypoint }[] {
  return findBestTransform(findSimilarPairs(one, other)).pairs
}

/** The coordinate from the head of a receipt to its foot: x if it lies on its side. */
function longAxisOf(shared: Keypoint[]): (keypoint: Keypoint) => number {
  const isOnItsSide = extentOf(shared.map(({ x }) => x)) > extentOf(shared.map(({ y }) => y))
  return isOnItsSide ? ({ x }) => x : ({ y }) => y
}

const extentOf = (places: number[]) => Math.max(...places) - Math.min(...places)

function findSimilarPairs(one: Keypoint[], others: Keypoint[]): Pair[] {
  const pairs = one.flatMap((keypoint) =>
    others.flatMap((other) => {
      const bits = hammingDistance(keypoint.descriptor, other.descriptor)
      return bits <= MAX_HAMMING_DISTANCE ? [{ one: keypoint, other, bits }] : []
    }),
  )
  return pairs.toSorted((a, b) => a.bits - b.bits).slice(0, MAX_PAIRS)
}

/** Each two pairs define a transform; the best is the one that most other pairs agree with. */
function findBestTransform(pairs: Pair[]): { pairs: Pair[]; transform?: Similarity } {
  let best: { pairs: Pair[]; transform?: Similarity } = { pairs: [] }
  for (const [index, first] of pairs.entries())
    for (const second of pairs.slice(index + 1)) {
      const transform = transformFrom(first, second)
      if (!transform) continue
      const agreed = findAgreeing(pairs, transform)
      if (agreed.length > best.pairs.length) best = { pairs: agreed, transform }
    }
  return best
}

/** The transform that maps both pairs; undefined if it is implausible for a photo. */
function transformFrom(first: Pair, second: Pair): Similarity | undefined {
  const [ax, ay] = [second.one.x - first.one.x, second.one.y - first.one.y]
  const [bx, by] = [second.other.x - first.other.x, second.other.y - first.other.y]
  const length = ax * ax + ay * ay
  if (length < MIN_DISTANCE * MIN_DISTANCE) return undefined
  const [cos, sin] = [(ax * bx + ay * by) / length, (ax * by - ay * bx) / length]
  const scale = Math.hypot(cos, sin)
  const sizes = first.other.size / first.one.size / scale
  const isPossible =
    isBetween(scale, SCALES) && isBetween(sizes, SIZES) && Math.abs(Math.atan2(sin, cos)) <= MAX_ROTATION
  return isPossible ? { from: first.one, to: first.other, cos, sin } : undefined
}

function findAgreeing(pairs: Pair[], transform: Similarity): Pair[] {
  const taken = new Set<Keypoint>()
  return pairs.filter(({ one, other }) => {
    if (taken.has(one) || taken.has(other)) return false
    const { x, y } = applyTransform(one, transform)
    if (Math.hypot(x - other.x, y - other.y) > Math.max(TOLERANCE, other.size * TOLERANCE_OF_SIZE)) return false
    taken.add(one).add(other)
    return true
  })
}

function applyTransform({ x, y }: Keypoint, { from, to, cos, sin }: Similarity) {
  const [dx, dy] = [x - from.x, y - from.y]
  return { x: to.x + cos * dx - sin * dy, y: to.y + sin * dx + cos * dy }
}

function isInBounds({ x, y }: { x: number; y: number }, keypoints: Keypoint[]): boolean {
  const [xs, ys] = [keypoints.map((one) => one.x), keypoints.map((one) => one.y)]
  return x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys)
}

function isBetween(value: number, { least, most }: { least: number; most: number }): boolean {
  return value >= least && value <= most
}

function hammingDistance(one: [number, number], other: [number, number]): number {
  return popcount(one[0] ^ other[0]) + popcount(one[1] ^ other[1])
}

function popcount(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
