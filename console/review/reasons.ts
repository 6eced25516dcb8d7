/** Reasons a reviewer can give with one press: each tells the member what to change. */
export const presetReasons = [
  'The picture is too blurred or dark to read. Please photograph the receipt again in good light.',
  'Part of the receipt is cut off. Please photograph all of it, from the name to the total.',
  'The amount on the receipt is not the amount that was typed. Please send it again with the printed total.',
  'The date on the receipt is not the date that was typed. Please send it again with the printed date.',
  'The receipt is from another merchant. Please choose the merchant whose name is printed on it.',
  'The invoice number on the receipt is not the number that was typed. Please check it and send it again.',
] as const
