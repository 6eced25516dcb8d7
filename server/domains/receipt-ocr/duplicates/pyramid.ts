/** A picture without colours; shades from 0 to 1. */
export type Plane = { data: Float32Array; width: number; height: number }

/** A picture at one size: ever more blurred, and what each step of the blur took away. `scale` leads back to the whole size. */
export type Octave = { planes: Plane[]; differences: Float32Array[]; sigmas: number[]; scale: number }

const LEVELS = 3
const SIGMA = 1.6
const CAMERA_BLUR = 0.5
const SMALLEST_SIDE = 24
const OCTAVES_AT_MOST = 6

/** The picture at ever smaller sizes, so that what is large is found as what is small. */
export function pyramidOf(picture: Plane): Octave[] {
  const octaves: Octave[] = []
  let first = blurred(picture, Math.sqrt(SIGMA ** 2 - CAMERA_BLUR ** 2))
  for (let scale = 1; Math.min(first.width, first.height) >= SMALLEST_SIDE; scale *= 2) {
    const octave = octaveOf(first, scale)
    octaves.push(octave)
    const next = octave.planes[LEVELS]
    if (!next || octaves.length === OCTAVES_AT_MOST) break
    first = halved(next)
  }
  return octaves
}

function octaveOf(first: Plane, scale: number): Octave {
  const step = 2 ** (1 / LEVELS)
  const planes = [first]
  const sigmas = [SIGMA]
  for (let level = 1; level < LEVELS + 3; level += 1) {
    const before = SIGMA * step ** (level - 1)
    planes.push(blurred(planes[level - 1] ?? first, before * Math.sqrt(step * step - 1)))
    sigmas.push(before * step)
  }
  const differences = planes
    .slice(1)
    .map(({ data }, level) => data.map((value, at) => value - (planes[level]?.data[at] ?? 0)))
  return { planes, differences, sigmas, scale }
}

/** By a bell curve, first along the rows, then down the columns. */
function blurred(plane: Plane, sigma: number): Plane {
  const weights = bell(sigma)
  return along(along(plane, weights, 'rows'), weights, 'columns')
}

function bell(sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma)
  const weights = Float32Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

function along({ data, width, height }: Plane, weights: Float32Array, way: 'rows' | 'columns'): Plane {
  const result = new Float32Array(data.length)
  const reach = weights.length >> 1
  const [step, last] = way === 'rows' ? [1, width - 1] : [width, height - 1]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const own = way === 'rows' ? x : y
      const start = y * width + x - own * step
      let sum = 0
      for (let shift = -reach; shift <= reach; shift += 1) {
        const place = Math.min(last, Math.max(0, own + shift))
        sum += (weights[shift + reach] ?? 0) * (data[start + place * step] ?? 0)
      }
      result[y * width + x] = sum
    }
  return { data: result, width, height }
}

function halved({ data, width, height }: Plane): Plane {
  const [narrow, low] = [width >> 1, height >> 1]
  const result = new Float32Array(narrow * low)
  for (let y = 0; y < low; y += 1)
    for (let x = 0; x < narrow; x += 1) result[y * narrow + x] = data[2 * y * width + 2 * x] ?? 0
  return { data: result, width: narrow, height: low }
}
