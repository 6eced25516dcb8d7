import { expect, test } from 'vitest'
import labels from '../../contract/console/auditLabels.json' with { type: 'json' }
import { auditSubjects } from '../../server/audit-subjects.ts'
import { files, read } from './tree.ts'

/** A planned rule has no name that the log could show, and is never changed. */
const nameless = 'earning_rule'

test('each kind of record that managers keep has its audit actions, labels and name', () => {
  const stores = files.filter((file) => /^server\/domains\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
  const kinds = stores
    .map(read)
    .filter((text) => text.includes('RecordKind<'))
    .flatMap((text) => Array.from(text.matchAll(/^ {2}subject: '(\w+)'/gm), ([, kind = '']) => kind))
  expect(kinds).toContain('canned_answer')
  expect(Object.keys(labels.groups)).toEqual(expect.arrayContaining(kinds))
  expect(Object.keys(labels.subjects)).toEqual(expect.arrayContaining(kinds))
  const named = kinds.filter((kind) => kind !== nameless)
  expect(auditSubjects.map(({ kind }) => kind)).toEqual(expect.arrayContaining(named))
  const actions = named.flatMap((kind) => ['added', 'changed'].map((verb) => `${kind}.${verb}`))
  expect(Object.keys(labels.actions)).toEqual(expect.arrayContaining(actions))
})
