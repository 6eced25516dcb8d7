import { randomUUID } from 'node:crypto'
import { administer, urlOf } from './template.ts'

/**
 * `database` makes an empty one for the two roles and returns its settings; `remove` drops all of them and the roles.
 */
export type Roles = Awaited<ReturnType<typeof createRoles>>

/** Creates a role that owns tables and one that uses them, as in production. */
export async function createRoles(server: string) {
  const mark = randomUUID().slice(0, 8)
  const [owner, application] = [`stampus_test_owner_${mark}`, `stampus_test_app_${mark}`]
  const roles = [owner, application]
  for (const role of roles) await administer(server, `CREATE ROLE ${role} LOGIN PASSWORD '${role}'`)
  const names: string[] = []
  return {
    owner,
    database: async () => {
      const name = `stampus_test_roles_${mark}_${names.length}`
      await administer(server, `CREATE DATABASE ${name} OWNER ${owner}`)
      names.push(name)
      return { DATABASE_URL: urlOf(server, name, application), MIGRATION_DATABASE_URL: urlOf(server, name, owner) }
    },
    remove: async () => {
      for (const name of names) await administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
      for (const role of roles) await administer(server, `DROP ROLE ${role}`)
    },
  }
}
