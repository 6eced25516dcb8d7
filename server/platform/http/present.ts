type MalayTexts = { [name: `${string}_ms`]: string | null | undefined }

type WithMalay<Row> = {
  [Name in keyof Row]: Name extends `${string}_ms` ? Exclude<Row[Name], null> | undefined : Row[Name]
}

/** Leaves out the Malay texts that are missing. Durations end in `_ms` too: a row that has one does not compile. */
export const withMalay = <Row extends MalayTexts>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).filter(([name, text]) => !(name.endsWith('_ms') && text === null)),
  ) as WithMalay<Row>
