/** A link on a row's name whose press area and focus ring are the whole row (`relative`): only the name is read out. */
export const stretched =
  'after:absolute after:inset-0 after:rounded-sheet focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-blue focus-visible:after:-outline-offset-3 group-hover:text-blue'
