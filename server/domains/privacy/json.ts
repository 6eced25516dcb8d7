/** An object as JSON text, piece by piece: what comes one by one becomes a list that never stands in memory. */
export async function* jsonText(sections: Record<string, unknown>): AsyncGenerator<string> {
  let before = '{\n'
  for (const [name, section] of Object.entries(sections)) {
    yield `${before}  ${JSON.stringify(name)}: `
    if (isAsync(section)) yield* listText(section)
    else yield indented(section, '  ')
    before = ',\n'
  }
  yield '\n}\n'
}

async function* listText(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const item of items) {
    yield `${before}\n    ${indented(item, '    ')}`
    before = ','
  }
  yield before === '[' ? '[]' : '\n  ]'
}

function indented(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)
}

function isAsync(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
