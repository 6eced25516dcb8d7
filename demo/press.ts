import { inks } from './ink.ts'
import { n } from './shapes.ts'

/** A filled path. */
export function fill(colour: string, path: string): string {
  return `<path fill="${colour}" d="${path}"/>`
}

/** A drawn line with round ends. */
export function line(colour: string, path: string, width: number): string {
  return `<path fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" d="${path}"/>`
}

/** A dashed line; with the default gap a row of dots. */
export function dashes(colour: string, path: string, width = 1.6, gap = '0 4'): string {
  return `<path fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-dasharray="${gap}" d="${path}"/>`
}

/** A content turned by `degrees` about a point. */
export function rotated(degrees: number, x: number, y: number, content: string): string {
  return `<g transform="rotate(${n(degrees)} ${n(x)} ${n(y)})">${content}</g>`
}

/** A content seen faintly, `strength` between 0 and 1. */
export function faint(strength: number, content: string): string {
  return `<g opacity="${strength}">${content}</g>`
}

/** A cut piece of paper and the soft shadow under it. */
export function sheet(colour: string, path: string, lift = 6): string {
  return `<path fill="${inks.ink}" opacity=".18" transform="translate(${n(lift * 0.6)} ${lift})" d="${path}"/>${fill(colour, path)}`
}
