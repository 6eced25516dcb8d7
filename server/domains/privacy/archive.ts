import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { UserRow } from '../accounts/accounts.store.ts'
import { listReceiptFiles } from './history.store.ts'
import { jsonText } from './json.ts'
import { paged } from './paged.ts'
import { personalData, receiptPath } from './personal-data.ts'
import type { Entry } from './zip.ts'

/** What is kept about a member, file by file: what it is, the data, and their pictures as they sent them. */
export async function* archiveOf(deps: Deps, user: UserRow): AsyncGenerator<Entry> {
  const { db, storage } = deps
  yield { name: 'README.txt', content: Readable.from([readme(deps, user)]) }
  yield { name: 'data.json', content: Readable.from(jsonText(await personalData(deps, user))) }
  if (user.avatar_key) yield* stored(storage, 'avatar', user.avatar_key)
  for await (const { id, original_key } of paged((after) => listReceiptFiles(db.pool, user.id, after)))
    yield* stored(storage, receiptPath(id), original_key)
}

/** Opened when its turn comes. A file that is missing in the store is left out. */
async function* stored(storage: Storage, name: string, key: string): AsyncGenerator<Entry> {
  const file = await storage.openRead(key)
  if (file) yield { name: `${name}${extname(key)}`, content: file.stream }
}

function readme({ config, now }: Deps, { name }: UserRow): string {
  return `What ${config.PRODUCT_NAME} keeps about ${name}, as of ${now().toISOString()}.
data.json holds your profile, sign-ins, stamps and receipts with every decision, second look and appeal; receipts/ the
pictures you sent.
Left out: your password and the keys of your sessions, which are kept as codes alone; who of the staff did what; counters of
attempts that fade within two hours; letters on their way; and pictures of yours that the store has lost.
Questions: ${config.SUPPORT_EMAIL}
`
}
