import type { DemoAnnouncement } from './announcements.ts'
import { dealScenes } from './deal-scenes.ts'
import type { DemoDeal } from './deals.ts'
import { frames } from './frames.ts'
import type { Tone } from './ink.ts'
import { blend, tones } from './ink.ts'
import type { DemoMerchant } from './merchants.ts'
import { printed } from './motif.ts'
import { motifs } from './motifs.ts'
import { paperScenes } from './notice-scenes-paper.ts'
import { placeScenes } from './notice-scenes-place.ts'
import { faint, fill, line } from './press.ts'
import { box, specks } from './shapes.ts'

const noticeScenes = { ...paperScenes, ...placeScenes }

export type NoticeScene = keyof typeof noticeScenes
export type DealScene = keyof typeof dealScenes

/** A merchant's logo: SVG text, 96 by 96, without any reference to other files or fonts. */
export function merchantLogo({ slug, mark }: DemoMerchant): string {
  const tone = tones[mark.tone]
  const { back, tone: inner, x, y, size } = frames[mark.frame](tone)
  const emblem = printed(motifs[mark.motif], inner, x, y, size)
  return svg(96, 96, fill(tone.ground, box(0, 0, 96, 96)) + back + emblem + worn(slug, 96, 96, tone, 26))
}

/** A deal's cover in its merchant's inks: SVG text, 640 by 360. */
export function dealCover(deal: DemoDeal, merchant: DemoMerchant): string {
  const seed = `${deal.merchant} ${deal.title}`
  const tone = tones[merchant.mark.tone]
  const drawing = dealScenes[deal.cover.scene]({
    seed,
    tone,
    emblem: motifs[merchant.mark.motif],
    badge: deal.cover.badge,
  })
  return svg(640, 360, drawing + worn(seed, 640, 360, tone, 120))
}

/** An announcement's cover: SVG text, 640 by 360. */
export function announcementCover({ slug, cover }: DemoAnnouncement): string {
  const tone = tones[cover.tone]
  const drawing = noticeScenes[cover.scene]({ seed: slug, tone, emblem: motifs[cover.emblem] })
  return svg(640, 360, drawing + worn(slug, 640, 360, tone, 120))
}

/** A quiet stand-in in the same inks: a `data:` URI of an SVG, under 200 bytes. */
export function placeholderFor({ ground, main }: Pick<Tone, 'ground' | 'main'>, shape: 'square' | 'wide'): string {
  const [width, mark] = shape === 'square' ? [9, 'M2,2h5v5H2'] : [16, 'M3,3l10-1v5l-10,1']
  const patch = (colour: string, path: string) => `<path fill='${colour}' d='${path}'/>`
  const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0,0,${width},9'>${patch(ground, `M0,0h${width}v9H0`)}${patch(blend(ground, main), mark)}</svg>`
  return `data:image/svg+xml,${drawing.replace(/[<># ]/g, encodeURIComponent)}`
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

function worn(seed: string, width: number, height: number, tone: Tone, count: number): string {
  return faint(0.5, line(tone.ground, specks(seed, width, height, count), 0.8))
}
