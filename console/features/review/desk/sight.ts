/** How a picture is looked at: its scale over the fitted size, its quarter turns, its shift in CSS pixels. */
export type Sight = { scale: number; turns: number; x: number; y: number }

const MAX_SCALE = 8

export const fitted: Sight = { scale: 1, turns: 0, x: 0, y: 0 }

/** Zooms about the middle; back at the fitted size the picture is in its place again. */
export function zoomed(sight: Sight, factor: number): Sight {
  const scale = Math.min(MAX_SCALE, Math.max(1, sight.scale * factor))
  const ratio = scale / sight.scale
  return scale === 1 ? { ...sight, scale, x: 0, y: 0 } : { ...sight, scale, x: sight.x * ratio, y: sight.y * ratio }
}

export function turned(sight: Sight): Sight {
  return { ...sight, turns: (sight.turns + 1) % 4, x: 0, y: 0 }
}

/** Moves a picture that is larger than its frame. */
export function dragged(sight: Sight, x: number, y: number): Sight {
  return sight.scale === 1 ? sight : { ...sight, x: sight.x + x, y: sight.y + y }
}
