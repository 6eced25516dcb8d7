import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { fieldLabel, valueText } = await import('./fieldLabels.ts')

test.each([
  ['amount_sen', '450', 'Amount', 'RM\u202f4.50'],
  ['amount_sen', '-180', 'Amount', '−RM\u202f1.80'],
  ['total_sen', '125050', 'Total', 'RM\u202f1,250.50'],
  ['sen_per_stamp', '500', 'One stamp for each', 'RM\u202f5.00'],
  ['owed', '1.80', 'Owed to the merchant', 'RM\u202f1.80'],
])('D-55 the audit log shows %s %s as an amount', (field, value, label, text) => {
  expect([fieldLabel(field), valueText(field, value)]).toEqual([label, text])
})
