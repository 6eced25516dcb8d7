type MalayTexts = { [name: `${string}_ms`]: string | null | undefined }

type WithMalay<Row> = {
  [Name in keyof Row]: Name extends `${string}_ms` ? Exclude<Row[Name], null> | undefined : Row[Name]
}

/** Leaves out the Malay texts that are missing. Durations end in `_ms` too: a row that has one does not compile. */
export function withMalay<Row extends MalayTexts>(row: Row) {
  const shown: Record<string, unknown> = { ...row }
  for (const name in shown) if (shown[name] === null && name.endsWith('_ms')) shown[name] = undefined
  return shown as WithMalay<Row>
}
