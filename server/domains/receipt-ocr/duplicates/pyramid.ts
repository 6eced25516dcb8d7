/** A grayscale picture; brightness from 0 to 1. */
export type FloatImage = { data: Float32Array; width: number; height: number }

/** A picture at one size: Gaussian blurs and their differences. `scale` leads back to the full size. */
type Octave = { planes: FloatImage[]; differences: Float32Array[]; sigmas: number[]; scale: number }

const LEVELS = 3
const SIGMA = 1.6
const CAMERA_BLUR = 0.5
const MIN_SIDE = 24
const MAX_OCTAVES = 6

/** Builds the scale space of a picture, in which features of every size are found. */
export function buildPyramid(picture: FloatImage): Octave[] {
  const octaves: Octave[] = []
  let first = gaussianBlur(picture, Math.sqrt(SIGMA ** 2 - CAMERA_BLUR ** 2))
  for (let scale = 1; Math.min(first.width, first.height) >= MIN_SIDE; scale *= 2) {
    const octave = buildOctave(first, scale)
    octaves.push(octave)
    const next = octave.planes[LEVELS]
    if (!next || octaves.length === MAX_OCTAVES) break
    first = downsample(next)
  }
  return octaves
}

function buildOctave(first: FloatImage, scale: number): Octave {
  const step = 2 ** (1 / LEVELS)
  const planes = [first]
  const sigmas = [SIGMA]
  for (let level = 1; level < LEVELS + 3; level += 1) {
    const before = SIGMA * step ** (level - 1)
    planes.push(gaussianBlur(planes[level - 1] ?? first, before * Math.sqrt(step * step - 1)))
    sigmas.push(before * step)
  }
  const differences = planes
    .slice(1)
    .map(({ data }, level) => data.map((value, at) => value - (planes[level]?.data[at] ?? 0)))
  return { planes, differences, sigmas, scale }
}

/** A separable filter: first along the rows, then along the columns. */
function gaussianBlur(plane: FloatImage, sigma: number): FloatImage {
  const weights = gaussianKernel(sigma)
  return convolve(convolve(plane, weights, 'rows'), weights, 'columns')
}

function gaussianKernel(sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma)
  const weights = Float32Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

function convolve({ data, width, height }: FloatImage, weights: Float32Array, axis: 'rows' | 'columns'): FloatImage {
  const result = new Float32Array(data.length)
  const reach = weights.length >> 1
  const [step, last] = axis === 'rows' ? [1, width - 1] : [width, height - 1]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const own = axis === 'rows' ? x : y
      const start = y * width + x - own * step
      let sum = 0
      for (let shift = -reach; shift <= reach; shift += 1) {
        const position = Math.min(last, Math.max(0, own + shift))
        sum += (weights[shift + reach] ?? 0) * (data[start + position * step] ?? 0)
      }
      result[y * width + x] = sum
    }
  return { data: result, width, height }
}

function downsample({ data, width, height }: FloatImage): FloatImage {
  const [narrow, low] = [width >> 1, height >> 1]
  const result = new Float32Array(narrow * low)
  for (let y = 0; y < low; y += 1)
    for (let x = 0; x < narrow; x += 1) result[y * narrow + x] = data[2 * y * width + 2 * x] ?? 0
  return { data: result, width: narrow, height: low }
}
