import { expect, test } from 'vitest'
import { isOwedToMembers, listedPromises, numbersInTitles, testedNumbers } from './promises.ts'
import { code, files, filesWith, importsOf, isTest, read, workspaceOf } from './tree.ts'

/** What a folder may import of ours, and of packages where that is limited. */
const arrows: Record<string, string[]> = {
  contract: ['contract'],
  ui: ['ui'],
  web: ['web', 'ui', 'contract'],
  console: ['console', 'ui', 'contract'],
  server: ['server', 'contract'],
  tests: ['tests', 'contract', 'server'],
  scripts: ['scripts', 'server', 'vitest.config.ts'],
  bench: ['bench', 'contract', 'server', 'scripts'],
}
const packages: Record<string, RegExp> = { contract: /^zod/, ui: /^(react|react-dom|lucide-react)(\/|$)/ }

/** The domains of the server, and which others each may import. */
const domains: Record<string, string[]> = {
  accounts: [],
  merchants: [],
  wallet: [],
  announcements: [],
  operators: [],
  undelivered: [],
  overview: ['review', 'submissions'],
  deals: ['merchants'],
  submissions: ['merchants'],
  privacy: ['accounts', 'submissions', 'wallet'],
  review: ['submissions', 'wallet', 'accounts', 'merchants', 'deals', 'announcements', 'operators'],
}
/** What serves the domains and imports none of them. */
const kit = [
  'audit',
  'db',
  'files',
  'http',
  'images',
  'jobs',
  'limits',
  'mail',
  'metrics',
  'moving',
  'openapi',
  'ocr',
  'reading',
  'security',
]
const seesAllDomains = ['server/app.ts', 'server/serving.ts', 'server/background.ts', 'server/demo/', 'server/testing/']

const server = code.filter((file) => workspaceOf(file) === 'server')
const browserCode = code.filter((file) => ['contract', 'ui', 'web', 'console'].includes(workspaceOf(file)))
const domainOf = (file: string) => (file.startsWith('server/') ? (file.split('/')[1] ?? '') : '')
const isWorkspace = (folder: string) => folder in arrows
const startsWithOne = (prefixes: string[]) => (file: string) => prefixes.some((prefix) => file.startsWith(prefix))

test('imports between the workspaces run one way', () => {
  const wrong = edges(code).filter(({ from, to }) => {
    const target = workspaceOf(to)
    return isWorkspace(workspaceOf(from)) && isWorkspace(target) && !arrows[workspaceOf(from)]?.includes(target)
  })
  expect(wrong).toEqual([])
})

test('contract imports zod alone, ui only React and its icons', () => {
  const shipped = code.filter((file) => !isTest(file) && packages[workspaceOf(file)] !== undefined)
  const wrong = edges(shipped).filter(({ from, to }) => {
    return workspaceOf(to) !== workspaceOf(from) && !packages[workspaceOf(from)]?.test(to)
  })
  expect(wrong).toEqual([])
})

test('domains of the server import only the domains they may', () => {
  const inDomains = server.filter((file) => domainOf(file) in domains && !isTest(file))
  const wrong = edges(inDomains).filter(({ from, to }) => {
    const other = domainOf(to)
    return other in domains && other !== domainOf(from) && !domains[domainOf(from)]?.includes(other)
  })
  expect(wrong).toEqual([])
})

test('what serves the domains imports none of them', () => {
  const isKit = (file: string) => !(domainOf(file) in domains) && !startsWithOne(seesAllDomains)(file) && !isTest(file)
  expect(edges(server.filter(isKit)).filter(({ to }) => domainOf(to) in domains)).toEqual([])
})

test('every folder of the server is a domain or serves them', () => {
  const folders = new Set(server.filter((file) => file.split('/').length > 2).map(domainOf))
  const known = [...Object.keys(domains), ...kit, 'demo', 'testing']
  expect([...folders].filter((folder) => !known.includes(folder))).toEqual([])
})

test('SQL stands in stores and server/db alone', () => {
  const sql =
    /['"`]\s*(select\s+(\d|[^'"`;]*?\sfrom\s)|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s|(create|alter|drop|truncate|lock)\s+(table|index|schema|database|role)|(begin|commit|rollback)\s*['"`])/i
  const mayNot = server.filter((file) => !/\.store\.ts$|^server\/(db|testing)\//.test(file) && !isTest(file))
  expect(filesWith(sql, mayNot)).toEqual([])
})

test('the environment is read in server/config.ts and by what starts, builds or tests', () => {
  const may = /^server\/config\.ts$|^server\/testing\/|^(scripts|tests|bench)\/|(^|\/)(vite|vitest)\.config\.ts$/
  expect(
    filesWith(
      /\bprocess\.env\b/,
      code.filter((file) => !may.test(file)),
    ),
  ).toEqual([])
})

test('domain files take clock and disk from their deps', () => {
  const own = server.filter((file) => domainOf(file) in domains && !isTest(file))
  expect(filesWith(/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|['"]node:fs/, own)).toEqual([])
})

test('each app has one sender', () => {
  const senders = /^(web|console)\/app\/(api|sender)\.ts$/
  const others = browserCode.filter((file) => !senders.test(file) && !isTest(file))
  expect(filesWith(/(?<![\w.$])fetch\(|\b(window|globalThis)\.fetch\b|XMLHttpRequest|sendBeacon/, others)).toEqual([])
})

test("the browser's own storage is touched by its named keepers alone", () => {
  const keepers =
    /^(web|console)\/\w+\/(session|browserRun|deviceMark|installDeclined|readMarks|seenStamps|draft|draftPictures|scrollPlace)\.ts$/
  const others = browserCode.filter((file) => !keepers.test(file) && !isTest(file))
  expect(filesWith(/\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b|['"]idb-keyval/, others)).toEqual([])
})

test('code lies at most two folders deep, under names of the field', () => {
  expect(code.filter((file) => file.split('/').length > 3)).toEqual([])
  const vague = /(^|\/)(src|lib|utils?|helpers?|types|hooks|common|misc)\/|(^|\/)index\.tsx?$/
  expect(code.filter((file) => vague.test(file))).toEqual([])
})

test('every test lies where a runner looks for it', () => {
  const looked =
    /^(server|contract|web|console|ui|scripts|bench)\/.+\.test\.ts$|^tests\/((structure|tokens)\.test|(production|trust)\/[\w-]+\.test|(journeys|trust)\/[\w-]+\.spec)\.ts$/
  expect(code.filter((file) => isTest(file) && !looked.test(file))).toEqual([])
})

test('no file passes on what another exports', () => {
  expect(filesWith(/^export\s+(\*|(type\s+)?\{[^}]*\})\s*(as\s+\w+\s*)?from\b/m, code)).toEqual([])
})

test('no code file is longer than 250 lines', () => {
  // A language is one file.
  const split = code.filter((file) => !/^web\/words\/\w+\.ts$/.test(file))
  const long = [...split, ...files.filter((file) => file.endsWith('.css'))]
  expect(long.filter((file) => read(file).trimEnd().split('\n').length > 250)).toEqual([])
})

test('migrations are numbered from 001 without a gap or a pair', () => {
  const numbers = files.map((file) => /^server\/db\/migrations\/(\d+)-/.exec(file)?.[1]).filter(Boolean)
  expect(numbers).toEqual(numbers.map((_, place) => String(place + 1).padStart(3, '0')))
})

test('no file names a package registry or a folder of one machine', () => {
  const text = files.filter((file) => /\.(ts|tsx|mjs|json|md|css|sql|ya?ml|html|sh|conf)$|\/run$|rc$/.test(file))
  expect(filesWith(/https?:\/\/[\w.-]*\b(registry|npmjs|npm|yarnpkg)\b[\w-]*\./, text)).toEqual([])
  expect(filesWith(/(?<![\w./-])\/(?:work|root|home\/\w+|Users\/\w+)\/\w|\b[A-Z]:\\Users\\/, text)).toEqual([])
})

test('every promise is listed once, and is either tested or marked as planned', () => {
  const promises = listedPromises()
  const numbers = numbersOf(promises)
  const { tested } = testedNumbers()
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  expect({
    neither: numbersOf(promises.filter(({ number, later }) => !later && !tested.has(number))),
    both: numbersOf(promises.filter(({ number, later }) => later && tested.has(number))),
    unknown: [...tested].filter((number) => !numbers.includes(number)),
  }).toEqual({ neither: [], both: [], unknown: [] })
})

test('what members are promised is kept by tests that drive the real server', () => {
  const { driven } = testedNumbers()
  const owed = listedPromises().filter(({ number }) => isOwedToMembers(number))
  expect({
    putOff: numbersOf(owed.filter(({ later }) => later)),
    withoutSuchTest: numbersOf(owed).filter((number) => !driven.has(number)),
  }).toEqual({ putOff: [], withoutSuchTest: [] })
})

const numbersOf = (promises: { number: string }[]) => promises.map(({ number }) => number)

test('the titles of tests are read as they are written', () => {
  const source = `test('S-1.01 one', …); test.each([[1, (2)]])("D-02 and S-1.03 %s", …); it.skip('S-1.04 no', …)`
  expect(numbersInTitles(source)).toEqual(['S-1.01', 'D-02', 'S-1.03'])
})

function edges(among: string[]) {
  return among.flatMap((from) => importsOf(from).map((to) => ({ from, to })))
}
