/** The names in a text, as `'id name'` has them. */
export type Names<Text extends string> = Text extends `${infer First} ${infer Others}` ? First | Names<Others> : Text

/** Names from texts such as `id name`, which the compiler knows too: `Row<'users', (typeof USER)[number]>`. */
export const names = <Text extends string>(...texts: Text[]) =>
  texts.flatMap((text) => text.split(' ') as Names<Text>[])

type All<Known, Text extends string> = [Known] extends [Names<Text>]
  ? [Names<Text>] extends [Known]
    ? Text
    : never
  : never

/** All keys of a type: `allNames<NewDeal>()('title text', 'day')`. A missing one, or one too many, is a type error. */
export const allNames =
  <Known>() =>
  <Text extends string>(...texts: All<keyof Known, Text>[]) =>
    names(...texts) as string[] as (keyof Known & string)[]

export const pick = <R, C extends keyof R & string>(row: R, names: readonly C[]): Pick<R, C> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<R, C>
