import { seeded } from './seeded.ts'

/** Path data of a circle. */
export function disc(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`
}

/** Path data of a box with round corners. */
export function box(x: number, y: number, width: number, height: number, r = 0): string {
  if (r === 0) return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`
  const corner = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`
  const [across, down] = [n(width - 2 * r), n(height - 2 * r)]
  return `M${n(x + r)} ${n(y)}h${across}${corner(r, r)}v${down}${corner(-r, r)}h-${across}${corner(-r, -r)}v-${down}${corner(r, -r)}z`
}

/** A postage stamp's outline: half-round bites of radius `bite` along all four sides. */
export function perforated(x: number, y: number, width: number, height: number, bite: number): string {
  const across = teeth(width, bite)
  const down = teeth(height, bite)
  const side = (count: number, step: number, dx: number, dy: number) => {
    const gap = (step - 2 * bite) / 2
    const one = `l${n(dx * gap)} ${n(dy * gap)}a${n(bite)} ${n(bite)} 0 0 0 ${n(dx * 2 * bite)} ${n(dy * 2 * bite)}l${n(dx * gap)} ${n(dy * gap)}`
    return one.repeat(count)
  }
  const [stepX, stepY] = [width / across, height / down]
  return `M${n(x)} ${n(y)}${side(across, stepX, 1, 0)}${side(down, stepY, 0, 1)}${side(across, stepX, -1, 0)}${side(down, stepY, 0, -1)}z`
}

/** A scalloped seal of `lobes` round lobes. */
export function scalloped(x: number, y: number, r: number, lobes: number): string {
  const point = (at: number) => {
    const angle = (at * 2 * Math.PI) / lobes
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)] as const
  }
  const lobe = r * Math.sin(Math.PI / lobes) * 1.08
  const arcs = Array.from({ length: lobes }, (_, at) => {
    const [px, py] = point(at + 1)
    return `A${n(lobe)} ${n(lobe)} 0 0 1 ${n(px)} ${n(py)}`
  })
  const [startX, startY] = point(0)
  return `M${n(startX)} ${n(startY)}${arcs.join('')}z`
}

/** A ticket: a box with a half-round notch in the middle of its left and right sides. */
export function ticket(x: number, y: number, width: number, height: number, notch: number): string {
  const half = height / 2 - notch
  const bite = (dy: number) => `a${n(notch)} ${n(notch)} 0 0 0 0 ${n(dy)}`
  return `M${n(x)} ${n(y)}h${n(width)}v${n(half)}${bite(2 * notch)}v${n(half)}h${n(-width)}v${n(-half)}${bite(-2 * notch)}z`
}

/** A till slip: straight above, torn below. */
export function slip(x: number, y: number, width: number, height: number, tooth: number): string {
  const count = Math.round(width / tooth)
  const step = width / count
  const torn = `l${n(-step / 2)} ${n(step / 2)}l${n(-step / 2)} ${n(-step / 2)}`.repeat(count)
  return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}${torn}z`
}

/** Wedges of light from a middle point. */
export function rays(x: number, y: number, r: number, count: number): string {
  const at = (part: number) => {
    const angle = (part * Math.PI) / count
    return `${n(x + r * Math.cos(angle))} ${n(y + r * Math.sin(angle))}`
  }
  return Array.from({ length: count }, (_, ray) => `M${n(x)} ${n(y)}L${at(2 * ray)}L${at(2 * ray + 1)}z`).join('')
}

/** Bars of a bar code, from a seed. */
export function bars(seed: string, x: number, y: number, width: number, height: number): string {
  const random = seeded(seed)
  let path = ''
  for (let at = x; at < x + width - 4; ) {
    const thick = 1.4 + Math.floor(random() * 3) * 1.4
    path += box(at, y, thick, height)
    at += thick + 1.4 + Math.floor(random() * 2) * 1.6
  }
  return path
}

/** Specks that hand-printed ink leaves open; drawn as a line with round ends. */
export function specks(seed: string, width: number, height: number, count: number): string {
  const random = seeded(`${seed} specks`)
  return Array.from(
    { length: count },
    () => `M${n(random() * width)} ${n(random() * height)}h${n(random() * 0.8)}`,
  ).join('')
}

/** A number as short as SVG allows, two decimals at most. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}

function teeth(length: number, bite: number): number {
  return Math.max(2, Math.round(length / (bite * 3.2)))
}
