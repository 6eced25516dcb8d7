import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import open, { type Core, type TessBaseAPI } from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import type { Box } from '../../../domains/receipt-ocr/ocr-result.ts'
import { type Row, rowOf } from '../rows.ts'
import { type Corners, type Grey, type Stance, straightened } from '../straighten.ts'

const LANGUAGE = { name: 'eng', file: '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz' }
const NEURAL = 1
const UPRIGHT = 1
const ONE_COLUMN = '6'
const ONE_LINE = '7'
const DPI = '150'

/** How a page is told from its background: by one shade for all of it, or by each place's own. */
export type Threshold = 'otsu' | 'sauvola'
const THRESHOLDS: Record<Threshold, string> = { otsu: '0', sauvola: '2' }

/** How the rows of a page lie: how many there are, how far they lean, and how high they are in pixels; 0 where there are none. */
export type PlacedRow = { row: Row; part: Corners }

type Lie = { rows: number; radians: number; rowHeight: number }

type Bounds = { bbox: Corners }
type Line = Bounds & { rowAttributes: { rowHeight: number }; words: (Bounds & { text: string; confidence: number })[] }
type Layout = { blocks: { paragraphs: { lines: Line[] }[] | null }[] | null }

/** Tesseract with its English model, of its compiled `code`: for the thread that reads, as it works without a pause. */
export async function openTesseract(code: WebAssembly.Module) {
  const core = await open({
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports, use) {
      void WebAssembly.instantiate(code, imports).then(use)
      return {}
    },
  })
  const model = createRequire(import.meta.url).resolve(LANGUAGE.file)
  core.FS.writeFile(`${LANGUAGE.name}.traineddata`, gunzipSync(readFileSync(model)))
  const api = new core.TessBaseAPI()
  if (api.Init(null, LANGUAGE.name, NEURAL) !== 0) throw new Error('Tesseract does not start')
  api.SetVariable('user_defined_dpi', DPI)
  // Or each row that is hard to read would be read once more as white print on black.
  api.SetVariable('tessedit_do_invert', '0')
  return {
    lieOf: (page: Grey, threshold: Threshold) => lieOf(core, api, page, threshold),
    read: (grey: Grey, stance: Stance, threshold: Threshold) => read(core, api, grey, stance, threshold),
    readRow: (grey: Grey, stance: Stance, threshold: Threshold, part: Corners) =>
      readRow(core, api, grey, stance, threshold, part),
  }
}

function lieOf(core: Core, api: TessBaseAPI, page: Grey, threshold: Threshold): Lie {
  show(core, api, page, threshold)
  api.AnalyseLayout()
  const heights = linesOf(api).map((line) => line.rowAttributes.rowHeight)
  const middle = heights.toSorted((one, other) => one - other)[heights.length >> 1]
  return { rows: heights.length, radians: Math.atan(api.GetGradient()), rowHeight: middle ?? 0 }
}

/** The rows of a picture, each with its place on it as it was turned, by shares of its width and height. */
function read(core: Core, api: TessBaseAPI, grey: Grey, stance: Stance, threshold: Threshold): PlacedRow[] {
  const { page, placeOf } = straightened(grey, stance)
  show(core, api, page, threshold)
  api.Recognize(null)
  return linesOf(api).map(({ words, bbox }) => ({ row: wordsOf(words, placeOf), part: shareOf(bbox, page) }))
}

/** What one row says. */
function readRow(core: Core, api: TessBaseAPI, grey: Grey, stance: Stance, threshold: Threshold, part: Corners): Row {
  const { page, placeOf } = straightened(grey, stance, part)
  show(core, api, page, threshold, ONE_LINE)
  api.Recognize(null)
  return wordsOf(
    linesOf(api).flatMap(({ words }) => words),
    placeOf,
  )
}

function wordsOf(words: Line['words'], placeOf: (corners: Corners) => Box): Row {
  return rowOf(
    words.map(({ text, confidence, bbox }) => ({
      text,
      confidence: Math.round(confidence) / 100,
      box: placeOf(bbox),
    })),
  )
}

function shareOf({ x0, y0, x1, y1 }: Corners, { width, height }: Grey): Corners {
  return { x0: x0 / width, y0: y0 / height, x1: x1 / width, y1: y1 / height }
}

function show(
  core: Core,
  api: TessBaseAPI,
  { data, width, height }: Grey,
  threshold: Threshold,
  segmentation = ONE_COLUMN,
) {
  api.SetVariable('tessedit_pageseg_mode', segmentation)
  api.SetVariable('thresholding_method', THRESHOLDS[threshold])
  core.FS.writeFile('/input', Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]))
  if (api.SetImageFile(UPRIGHT, 0) !== 0) throw new Error('Tesseract does not take the picture')
}

function linesOf(api: TessBaseAPI): Line[] {
  // A picture too small to hold a letter has no layout at all.
  const { blocks }: Layout = JSON.parse(api.GetJSONText() || '{"blocks":null}')
  return (blocks ?? []).flatMap(({ paragraphs }) => paragraphs ?? []).flatMap(({ lines }) => lines)
}
